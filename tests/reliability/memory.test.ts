// The memory of an informer that receives many events, in a separate process.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

const program = fileURLToPath(new URL("informer-events.ts", import.meta.url));
const events = inject("isLongLane") === true ? 1_000_000 : 100_000;
/** The memory of a slab, which the store may reserve. */
const slabBytes = 1024 * 1024;

interface Sample {
  readonly received: number;
  readonly heapBytes: number;
  readonly bufferBytes: number;
}

test("the memory of an informer grows by less than 2 % over many events", { timeout: 600_000 }, async () => {
  const args = ["--expose-gc", "--conditions=source", program, String(events)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });

  const samples = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Sample); // The program prints samples.
  const [, second, ...later] = samples;
  const heaps = [second?.heapBytes ?? 0, ...later.map(({ heapBytes }) => heapBytes)];
  const buffers = samples.map(({ bufferBytes }) => bufferBytes);

  // V8 discards the code of the start at some time, so the heap is compared with the smallest one so far.
  const growth = heaps.map((bytes, index) => bytes / Math.min(...heaps.slice(0, index + 1)));
  expect(samples.at(-1)?.received).toBe(events + 1_000);
  expect(samples).toHaveLength(10);
  expect(Math.max(...growth)).toBeLessThan(1.02);
  expect(Math.max(...buffers) - Math.min(...buffers)).toBeLessThan(slabBytes * 1.1);
});
