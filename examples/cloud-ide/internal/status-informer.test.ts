import type { Pod } from "@kubewright/api/core/v1";
import { asResourceVersion, asUid } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { createStatusInformer } from "./status-informer.ts";

const key = { namespace: "cloud-ide", name: "a" };
const { signal } = new AbortController();

test("next() resolves at once with a state that was delivered before, so that a fast Pod is not missed", async () => {
  const statuses = createStatusInformer();
  using waiter = statuses.add(key);

  statuses.sync(key, pod("1"));

  expect(await waiter.next({ signal })).toEqual(pod("1"));
});

test("next() resolves with the latest of several states, and sync() never blocks", async () => {
  const statuses = createStatusInformer();
  using waiter = statuses.add(key);
  const first = waiter.next({ signal });

  for (const version of ["1", "2", "3"]) statuses.sync(key, pod(version));

  expect(await first).toEqual(pod("3"));
});

test("next() waits for the next state", async () => {
  const statuses = createStatusInformer();
  using waiter = statuses.add(key);
  statuses.sync(key, pod("1"));
  await waiter.next({ signal });

  const second = waiter.next({ signal });
  statuses.sync(key, undefined);

  expect(await second).toBeUndefined();
});

test("sync() delivers to both waiters of one Pod", async () => {
  const statuses = createStatusInformer();
  using one = statuses.add(key);
  using other = statuses.add(key);

  statuses.sync(key, pod("1"));

  expect(await Promise.all([one.next({ signal }), other.next({ signal })])).toEqual([pod("1"), pod("1")]);
});

test("sync() does not deliver to a waiter of a Pod of the same name in another namespace", async () => {
  const statuses = createStatusInformer();
  using waiter = statuses.add({ namespace: "other", name: "a" });
  const stop = new AbortController();
  const next = waiter.next({ signal: stop.signal });

  statuses.sync(key, pod("1"));
  stop.abort(new Error("nothing came"));

  await expect(next).rejects.toThrow("nothing came");
});

test("a waiter whose signal is aborted rejects with the reason and leaves no entry when its scope ends", async () => {
  const statuses = createStatusInformer();
  const stop = new AbortController();
  const wait = async (): Promise<void> => {
    using waiter = statuses.add(key);
    await waiter.next({ signal: stop.signal });
  };
  const waiting = wait();

  expect(statuses.waiting).toBe(1);
  stop.abort(new Error("the caller has gone"));

  await expect(waiting).rejects.toThrow("the caller has gone");
  expect(statuses.waiting).toBe(0);
});

test("disposing a waiter twice does not remove another waiter", async () => {
  const statuses = createStatusInformer();
  const one = statuses.add(key);
  using other = statuses.add(key);

  one[Symbol.dispose]();
  one[Symbol.dispose]();
  statuses.sync(key, pod("1"));

  expect(statuses.waiting).toBe(1);
  expect(await other.next({ signal })).toEqual(pod("1"));
});

function pod(version: string): Stored<Pod> {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...key,
      uid: asUid("u"),
      resourceVersion: asResourceVersion(version),
      creationTimestamp: "2026-11-20T20:00:00Z",
    },
  };
}
