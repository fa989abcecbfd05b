import type { ConfigMap } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createReconcileContext } from "../reconcile/reconcile-context.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { createExpectations } from "./expectations.ts";

const key = { namespace: "default", name: "a" };
const context = createReconcileContext({ key, client: unusedContext().client });

test("an expectation waits for its condition, and is removed once it is fulfilled", async () => {
  const { clock, expectations } = start();
  let isReady = false;
  expectations.set(object("1"), { name: "ready", timeoutMs: 5_000, condition: () => isReady });

  await clock.advance(2_000);
  const waiting = await expectations.check(object("1"), context);
  isReady = true;
  const fulfilled = await expectations.check(object("1"), context);
  const after = await expectations.check(object("1"), context);

  expect(waiting).toEqual({ state: "waiting", name: "ready", requeueAfterMs: 3_000 });
  expect(fulfilled).toEqual({ state: "fulfilled", name: "ready" });
  expect(after).toEqual({ state: "none" });
  expect(expectations.size).toBe(0);
});

test("an expectation times out only once, and a condition that holds after the timeout fulfils it", async () => {
  const { clock, expectations } = start();
  expectations.set(object("1"), { name: "never", timeoutMs: 5_000, condition: () => false });
  await clock.advance(5_000);
  const timedOut = await expectations.check(object("1"), context);
  expectations.set(object("1"), { name: "late", timeoutMs: 5_000, condition: () => true });
  await clock.advance(60_000);

  const late = await expectations.check(object("1"), context);

  expect([timedOut.state, late.state]).toEqual(["timedOut", "fulfilled"]);
});

test("an object that is created again under the same name has no expectation", async () => {
  const { expectations } = start();
  expectations.set(object("1"), { name: "ready", timeoutMs: 5_000, condition: () => false });

  expect(await expectations.check(object("2"), context)).toEqual({ state: "none" });
});

test("an expectation remains when its condition fails", async () => {
  const { expectations } = start();
  const condition = () => Promise.reject(new Error("the server is down"));
  expectations.set(object("1"), { name: "ready", timeoutMs: 5_000, condition });

  await expect(expectations.check(object("1"), context)).rejects.toThrow("the server is down");
  expect(expectations.size).toBe(1);
});

test("expectations of deleted objects are removed by remove(), or an hour after their timeout", async () => {
  const { clock, expectations } = start();
  for (const name of ["a", "b", "c"]) {
    expectations.set(object(name, name), { name: "ready", timeoutMs: 5_000, condition: () => false });
  }
  expectations.remove(key);
  const removed = expectations.size;
  await clock.advance(3_605_000);

  expectations.set(object("d", "d"), { name: "ready", timeoutMs: 5_000, condition: () => false });

  expect([removed, expectations.size]).toEqual([2, 1]);
});

test("a timeout that is not a positive number is rejected", () => {
  const { expectations } = start();

  expect(() => expectations.set(object("1"), { name: "ready", timeoutMs: Number.NaN, condition: () => true })).toThrow(
    'Cannot set expectation "ready": timeoutMs is NaN, must be a number of milliseconds greater than 0',
  );
});

function start() {
  const clock = createVirtualClock();
  return { clock, expectations: createExpectations<ConfigMap>({ clock }) };
}

function object(uid: string, name = "a"): Stored<ConfigMap> {
  const metadata = { namespace: "default", name, uid, resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  return { apiVersion: "v1", kind: "ConfigMap", metadata } as Stored<ConfigMap>; // The fields that an expectation reads.
}
