/** Compares random runs of the queue with a simple model: a list that is searched at each step. */
import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import fc from "fast-check";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";
import { createExponentialRateLimiter } from "./rate-limiter.ts";
import { takeNow } from "./testdata/taking.ts";
import type { Lease } from "./work-queue.ts";

interface Waiting {
  readonly key: string;
  priority: number;
  dueAt: number;
  readonly addedAs: number;
  /** Undefined as long as the delay runs. */
  dueAs: number | undefined;
}

/** The queue as one would explain it. */
class Model {
  #now = 0;
  #count = 0;
  #waiting: Waiting[] = [];
  readonly leased = new Set<string>();

  add(key: string, afterMs: number, priority: number): void {
    const found = this.#waiting.find((entry) => entry.key === key);
    const entry = found ?? { key, priority, dueAt: Infinity, addedAs: this.#count++, dueAs: undefined };
    if (!found) this.#waiting.push(entry);
    entry.priority = Math.max(entry.priority, priority);
    entry.dueAt = Math.min(entry.dueAt, this.#now + afterMs);
    this.#letBecomeDue();
  }

  advance(ms: number): void {
    const target = this.#now + ms;
    while (this.#now < target) {
      this.#now++;
      this.#letBecomeDue();
    }
  }

  take(): string | undefined {
    const [first] = this.#waiting
      .filter((entry) => entry.dueAs !== undefined && !this.leased.has(entry.key))
      .toSorted((a, b) => b.priority - a.priority || (a.dueAs ?? 0) - (b.dueAs ?? 0));
    if (!first) return undefined;
    this.#waiting = this.#waiting.filter((entry) => entry !== first);
    this.leased.add(first.key);
    return first.key;
  }

  get size(): number {
    return this.#waiting.filter((entry) => entry.dueAs !== undefined).length;
  }

  #letBecomeDue(): void {
    const due = this.#waiting.filter((entry) => entry.dueAs === undefined && entry.dueAt <= this.#now);
    for (const entry of due.toSorted((a, b) => a.dueAt - b.dueAt || a.addedAs - b.addedAs)) entry.dueAs = this.#count++;
  }
}

const keys = fc.constantFrom("a", "b", "c", "d", "e");
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("add" as const),
      key: keys,
      afterMs: fc.constantFrom(0, 0, 1, 5, 20),
      priority: fc.integer({ min: -1, max: 1 }),
    }),
    fc.record({ kind: fc.constant("take" as const) }),
    fc.record({ kind: fc.constant("release" as const), which: fc.nat(10) }),
    fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 12 }) }),
  ),
  { maxLength: 80 },
);

test("The queue returns the same keys as the model for random adds, takes, releases and waits", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const clock = createVirtualClock();
      using queue = createWorkQueue({ clock });
      const model = new Model();
      const leases: Lease<string>[] = [];

      for (const step of run) {
        switch (step.kind) {
          case "add":
            queue.add(step.key, step);
            model.add(step.key, step.afterMs, step.priority);
            break;
          case "take": {
            const lease = await takeNow(queue);
            assert.equal(lease?.key, model.take());
            if (lease) leases.push(lease);
            break;
          }
          case "release": {
            const [lease] = leases.splice(step.which % Math.max(1, leases.length), 1);
            lease?.[Symbol.dispose]();
            if (lease) model.leased.delete(lease.key);
            break;
          }
          case "advance":
            await clock.advance(step.ms);
            model.advance(step.ms);
            break;
        }
        assert.equal(queue.size, model.size);
      }
    }),
    { numRuns: 500 },
  );
});

test("No key is lost and none is leased twice at once, with several workers, failures and keys added meanwhile", async () => {
  const scenario = fc.record({
    workers: fc.integer({ min: 1, max: 4 }),
    adds: fc.array(
      fc.record({ key: keys, atMs: fc.integer({ min: 0, max: 300 }), afterMs: fc.constantFrom(0, 0, 3, 50) }),
      { minLength: 1, maxLength: 40 },
    ),
    workMs: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 7 }),
    failEvery: fc.integer({ min: 2, max: 9 }),
  });

  await fc.assert(
    fc.asyncProperty(scenario, async ({ workers, adds, workMs, failEvery }) => {
      const clock = createVirtualClock();
      using queue = createWorkQueue({ clock, rateLimiter: createExponentialRateLimiter() });
      const busy = new Set<string>();
      const lastAdded = new Map<string, number>();
      const lastBegun = new Map<string, number>();
      let moments = 0; // Tells apart what happens at the same virtual time.
      let passes = 0;

      async function work(): Promise<void> {
        for (;;) {
          using lease = await queue.take();
          if (!lease) return;
          assert.ok(!busy.has(lease.key), `${lease.key} is leased twice at once`);
          busy.add(lease.key);
          lastBegun.set(lease.key, moments++);
          await clock.sleep(workMs[passes % workMs.length] ?? 0);
          if (++passes % failEvery === 0) queue.add(lease.key, { rateLimited: true });
          else queue.forget(lease.key);
          busy.delete(lease.key);
        }
      }
      const working = Array.from({ length: workers }, work);
      for (const { key, atMs, afterMs } of adds) {
        clock.setTimer(atMs, () => {
          lastAdded.set(key, moments++);
          queue.add(key, { afterMs });
        });
      }
      await clock.runUntilIdle();
      queue.shutDown();
      await Promise.all(working);

      for (const [key, added] of lastAdded) {
        assert.ok((lastBegun.get(key) ?? -1) > added, `${key} was not worked on after it had been added last`);
      }
      assert.equal(queue.size, 0);
    }),
    { numRuns: 200 },
  );
});
