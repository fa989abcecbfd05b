/** Times and events of an operator under measurement, written to the file that the variable EVENTS names. */
import { appendFileSync } from "node:fs";

const { WORKLOAD: workload, EVENTS: file = "/dev/null" } = process.env;

/** From the monotonic clock to wall time, in ns. Workload B needs a finer clock than `Date.now`; the others start faster without. */
const offset = workload === "B" ? clockOffset() : undefined;

/** Wall time in ns. */
export function now(): bigint {
  return offset === undefined ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint() + offset;
}

/** Appends a line to the file of events. */
export function event(line: string): void {
  appendFileSync(file, `${line}\n`);
}

/** `performance.timeOrigin` is milliseconds off on some machines, so the offset is read at 20 changes of `Date.now`. */
function clockOffset(): bigint {
  let largest: bigint | undefined;
  for (let tick = 0; tick < 20; tick += 1) {
    const before = Date.now();
    let at = before;
    while (at === before) at = Date.now();
    const found = BigInt(at) * 1_000_000n - process.hrtime.bigint();
    if (largest === undefined || found > largest) largest = found;
  }
  return largest ?? 0n;
}
