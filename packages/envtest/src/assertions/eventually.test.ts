import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createVirtualClock, untilAborted } from "@kubewright/async";
import { expect, test } from "vitest";
import { startEnvironment } from "../environment.ts";
import { waitFor } from "../wait/wait-for.ts";
import { consistently, eventually } from "./eventually.ts";
import { createKomega } from "./komega.ts";

const ConfigMap: ResourceType<KubernetesObject & { readonly data?: Readonly<Record<string, string>> }> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
};
const key = { namespace: "default", name: "a" };

test("eventually() calls the probe until it does not throw", async () => {
  const clock = createVirtualClock();
  let calls = 0;

  const result = await clock.runUntilSettled(
    eventually(
      async () => {
        calls += 1;
        if (calls < 4) throw new Error("not yet");
        return calls;
      },
      { clock, intervalMs: 100 },
    ),
  );

  expect(result).toBe(4);
  expect(clock.now()).toBe(300);
});

test("eventually() rejects after its timeout with the last error, and with the reason of its signal", async () => {
  const clock = createVirtualClock();
  const never = (): never => {
    throw new Error("found 2 Pods");
  };

  const waiting = clock.runUntilSettled(eventually(never, { clock, timeoutMs: 1_000 }));
  await expect(waiting).rejects.toThrow("The assertion does not hold after 1000 ms: found 2 Pods");

  const controller = new AbortController();
  const aborted = eventually(never, { clock, signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
});

test("eventually() and waitFor() on a virtual clock that nothing advances reject", async () => {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(startEnvironment({ server: "embedded", clock }));

  const outcomes = await Promise.allSettled([
    eventually(() => Promise.reject(new Error("not yet")), env),
    waitFor(ConfigMap, key, (found) => found !== undefined, env),
    env.operatorLog.waitForMessage("Started"),
  ]);

  const messages = outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : "fulfilled"));
  expect(messages).toEqual([
    expect.stringContaining("await clock.runUntilSettled(eventually(…))"),
    expect.stringContaining("await clock.runUntilSettled(waitFor(…))"),
    expect.stringContaining("await clock.runUntilSettled(waitForMessage(…))"),
  ]);
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
});

test("the message of a timeout contains the errors in the log of the operator", async () => {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(
    startEnvironment({
      server: "embedded",
      clock,
      operator: ({ log }) => ({
        async start({ signal }) {
          for (let count = 0; count < 3; count += 1) {
            log.error("Handler failed, handling the event again", {
              controller: "mirror",
              source: "Secret",
              error: new Error('the informer has no index "copies"'),
            });
          }
          await untilAborted(signal);
        },
      }),
    }),
  );
  const expected =
    'The operator has logged errors:\n  3 × Handler failed, handling the event again (mirror, Secret): the informer has no index "copies"';
  const never = (): never => {
    throw new Error("found 0 copies");
  };

  const assertion = clock.runUntilSettled(eventually(never, env));
  await expect(assertion).rejects.toThrow(`found 0 copies\n${expected}`);
  const waiting = clock.runUntilSettled(waitFor(ConfigMap, key, (found) => found !== undefined, env));
  await expect(waiting).rejects.toThrow(`it is not there\n${expected}`);
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
});

test("consistently() calls the probe for the whole duration, and rejects as soon as it throws", async () => {
  const clock = createVirtualClock();
  const calledAt: number[] = [];
  const options = { clock, durationMs: 250, intervalMs: 100 };

  await clock.runUntilSettled(consistently(() => void calledAt.push(clock.now()), options));
  const failing = clock.runUntilSettled(
    consistently(() => {
      if (clock.now() >= 400) throw new Error("a Pod was created");
    }, options),
  );

  expect(calledAt).toEqual([0, 100, 200, 250]);
  await expect(failing).rejects.toThrow("The assertion held for 200 ms, must hold for 250 ms: a Pod was created");
});

test("komega's functions read, list and change objects each time they are called", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const k = createKomega(env);
  await expect(k.object(ConfigMap, key)()).rejects.toThrow('ConfigMap "default/a" does not exist');
  expect(await k.get(ConfigMap, key)()).toBeUndefined();

  await env.client.create(ConfigMap, { metadata: key });
  await eventually(
    k.update(ConfigMap, key, (found) => ({ ...found, data: { a: "1" } })),
    env,
  );

  expect((await k.object(ConfigMap, key)()).data).toEqual({ a: "1" });
  expect(await k.objectList(ConfigMap, { namespace: "default" })()).toHaveLength(1);
});
