// A reconciler and an event handler that throw again and again: the message of a wait in a test shows both errors.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { createVirtualClock } from "@kubewright/async";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { controllerManagedBy, createManager, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import { expect, test } from "vitest";

const key = { namespace: "default", name: "a" };

test("a wait that times out shows the errors of a reconciler and of an event handler that throw again and again", async () => {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(
    startEnvironment({
      server: "embedded",
      clock,
      operator(connection) {
        const manager = createManager(connection);
        controllerManagedBy(manager)
          .named("copies")
          .for(ConfigMap)
          .watches(
            Secret,
            enqueueRequestsFromMapFunc(() => {
              throw new Error("no index of copies");
            }),
          )
          .complete(() => Promise.reject(new Error("the registry is down")));
        return manager;
      },
    }),
  );
  await clock.runUntilSettled(env.client.create(Secret, { metadata: key }));
  await clock.runUntilSettled(env.client.create(ConfigMap, { metadata: key }));

  const waiting = clock.runUntilSettled(waitFor(ConfigMap, key, (found) => found?.data !== undefined, env));

  await expect(waiting).rejects.toThrow(
    /\n {2}\d+ × Reconcile failed, retrying \(copies\): the registry is down\n {2}\d+ × Handler failed, handling the event again \(copies, Secret\): no index of copies$/u,
  );
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
});
