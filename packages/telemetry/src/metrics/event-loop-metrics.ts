/** `kubewright_event_loop_*`: blocking of the event loop. Go programs have no equivalent metric. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { EventLoopObserver } from "../observe/event-loop-observer.ts";

export function createEventLoopMetrics(registers: Registry[]): Required<EventLoopObserver> {
  const blocked = new Counter({
    name: "kubewright_event_loop_blocked_seconds_total",
    help: "Total time in seconds that synchronous code blocked the event loop, by controller",
    labelNames: ["controller"],
    registers,
  });
  return { blocked: ({ controller, blockedMs }) => blocked.inc({ controller }, blockedMs / 1000) };
}
