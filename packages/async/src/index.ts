/** Time, randomness and cancellation. */
export type { Clock, SleepOptions } from "./clock.ts";
export { createSystemClock } from "./system-clock.ts";
export { createVirtualClock } from "./virtual-clock.ts";
export type { RunOptions, VirtualClock, VirtualClockOptions } from "./virtual-clock.ts";

export { createSeededRandom, createSystemRandom } from "./random.ts";
export type { Random } from "./random.ts";

export { backoffMs } from "./backoff.ts";
export type { Backoff } from "./backoff.ts";

export { assertBackoff, assertNumbers, numberRules } from "./number-options.ts";
export type { NumberRule } from "./number-options.ts";

export {
  abortable,
  anySignal,
  deadlineSignal,
  isAbort,
  linkSignals,
  onAbort,
  sleepUnlessAborted,
  untilAborted,
} from "./signals.ts";
export type { LinkedSignal } from "./signals.ts";
export { stopOnSignals } from "./process-signals.ts";
export type { SignalSource, StopSignal } from "./process-signals.ts";
export { DeadlineError, isDeadlineError, isStoppedError, StoppedError } from "./errors.ts";

export { guardObserver } from "./guard-observer.ts";
export type { ObserverErrorHandler } from "./guard-observer.ts";

export { spawn } from "./spawn.ts";
export type { SpawnedTask, SpawnOptions } from "./spawn.ts";

// For the packages that build queues on top of a clock.
export { createHeap } from "./heap.ts";
export type { Heap, HeapNode } from "./heap.ts";
