import { createVirtualClock } from "@kubewright/async";
import { createFakeObjects } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { Widget } from "../testdata/fixture.ts";
import { createInformerCache } from "./create-informer-cache.ts";

test("a cache over fake objects, without a server, delivers what a test does to them", async () => {
  const fake = createFakeObjects([{ type: Widget, object: { metadata: { namespace: "x", name: "a" } } }]);
  const clock = createVirtualClock();
  const cache = createInformerCache({ verbs: fake.raw, clock });
  const events: string[] = [];
  cache.informer(Widget).addHandler(({ kind, object }) => events.push(`${kind} ${object.key.name}`));
  const end = new AbortController();
  const running = cache.start({ signal: end.signal });
  onTestFinished(async () => {
    end.abort(new Error("the test is over"));
    await running;
  });
  await clock.settle();

  const maps = fake.client(Widget, "x");
  const created = await maps.create({ metadata: { name: "b" } });
  await maps.update({ ...created, spec: { size: 2 } });
  await maps.delete("a");
  await clock.settle();

  expect(events).toEqual(["added a", "added b", "updated b", "deleted a"]);
  expect(cache.informer(Widget).get({ namespace: "x", name: "b" })?.spec).toEqual({ size: 2 });
});
