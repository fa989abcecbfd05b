// At rest: a write without changes is never sent, also if a reconciler repeats it.
import { Pod } from "@kubewright/api/core/v1";
import { controllerManagedBy } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";

test("an operator whose status is up to date writes nothing in ten minutes, and reconciles at its requeue interval", async () => {
  await using fixture = startOperatorFixture("rest");
  let turns = 0;
  await fixture.client.create(Pod, {
    metadata: { namespace: "default", name: "a" },
    spec: { containers: [{ name: "main", image: "m" }] },
  });
  fixture.start((manager) =>
    controllerManagedBy(manager)
      .for(Pod)
      .complete(async ({ key: request, signal }) => {
        turns += 1;
        const pod = await manager.client.get(Pod, request, { signal });
        if (pod) await manager.client.patchStatus(pod, { phase: "Running", message: "all is well" }, { signal });
        return { requeueAfterMs: 60_000 };
      }),
  );
  await fixture.clock.advance(10_000);
  const [requestsBefore, turnsBefore, revision] = [fixture.requests.length, turns, fixture.server.revision];

  await fixture.clock.advance(600_000);

  const sent = fixture.requests.slice(requestsBefore).filter((request) => !request.startsWith("GET "));
  expect(sent).toEqual([]);
  expect(fixture.server.revision).toBe(revision);
  expect(turns - turnsBefore).toBe(10);
});
