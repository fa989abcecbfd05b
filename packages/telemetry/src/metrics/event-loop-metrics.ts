/** `kubewright_event_loop_*`: what blocks the event loop. Goroutines have no counterpart, so the name is ours. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { EventLoopObserver } from "../observe/event-loop-observer.ts";

export function createEventLoopMetrics(registers: Registry[]): Required<EventLoopObserver> {
  const blocked = new Counter({
    name: "kubewright_event_loop_blocked_seconds_total",
    help: "Time for which synchronous code has blocked the event loop, by the controller that ran",
    labelNames: ["controller"],
    registers,
  });
  return { blocked: ({ controller, blockedMs }) => blocked.inc({ controller }, blockedMs / 1000) };
}
