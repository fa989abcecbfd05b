// A million mutated requests: no crash, no unhandled rejection, no internal error, bounded work and bounded heap. REQUESTS sets their
// number, SEED the mutations.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzz.ts";
import { longRun, tell } from "./long-run.ts";

const { requests, seed } = longRun();
/** Beyond the heap after the first server: requests leave nothing in memory. */
const heapGrowthMaxMiB = 64;

test(`${requests} mutated requests of seed ${seed} each get a response soon, and leave nothing in memory`, async () => {
  const collectGarbage = garbageCollector();
  let [first, last] = [0, 0];
  const unhandled: unknown[] = [];
  const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", noteUnhandled);

  const result = await fuzz({
    seed,
    requests,
    onProgress(sent) {
      if (sent % 50_000 !== 0 && first !== 0) return;
      collectGarbage();
      last = process.memoryUsage().heapUsed / 2 ** 20;
      if (first === 0) first = last;
      tell(`${sent} requests, heap ${Math.round(last)} MiB`);
    },
  });
  process.off("unhandledRejection", noteUnhandled);

  tell(`the slowest took ${Math.round(result.slowestMs)} ms of processor time: ${result.slowest}`);
  tell(JSON.stringify(Object.fromEntries(result.statuses)));
  expect(result.failures).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(result.slowestMs).toBeLessThan(2000);
  expect(last - first).toBeLessThan(heapGrowthMaxMiB);
});

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
