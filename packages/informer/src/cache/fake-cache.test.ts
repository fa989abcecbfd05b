import { createVirtualClock } from "@kubewright/async";
import { createFakeClient } from "@kubewright/client/testing";
import { expect, onTestFinished, test } from "vitest";
import { Widget } from "../testdata/fixture.ts";
import { createInformerCache } from "./create-informer-cache.ts";

test("an informer cache on a fake client delivers the writes of a test", async () => {
  const { client, server } = createFakeClient({ types: [Widget] });
  server.put(Widget, { metadata: { namespace: "x", name: "a" } });
  const clock = createVirtualClock();
  const cache = createInformerCache({ verbs: client.raw, clock });
  const events: string[] = [];
  cache.informer(Widget).addHandler(({ kind, object }) => events.push(`${kind} ${object.key.name}`));
  const end = new AbortController();
  const running = cache.start({ signal: end.signal });
  onTestFinished(async () => {
    end.abort(new Error("the test is over"));
    await running;
  });
  await clock.settle();

  const created = await client.create(Widget, { metadata: { namespace: "x", name: "b" } });
  await client.update(Widget, { ...created, spec: { size: 2 } });
  await client.delete(Widget, { namespace: "x", name: "a" });
  await clock.settle();

  expect(events).toEqual(["added a", "added b", "updated b", "deleted a"]);
  expect(cache.informer(Widget).get({ namespace: "x", name: "b" })?.spec).toEqual({ size: 2 });
});
