/** `workqueue_*`, as client-go's metrics provider and controller-runtime name and label them. */
import type { WorkQueueGauges, WorkQueueObserver } from "@kubewright/workqueue";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";
import type { SeriesLimit } from "./series-limit.ts";

/** From 10 ns to 1000 s in powers of ten, as client-go's. */
const durationBuckets = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));

/** An observer for any number of queues; a queue's name is its label. */
export function createWorkQueueObserver(
  registers: Registry[],
  limit: (metric: string, labelNames: readonly string[]) => SeriesLimit,
): WorkQueueObserver {
  const queues = new Map<string, WorkQueueGauges>();
  const labelNames = ["name", "controller"];
  const named = (queue: string): { name: string; controller: string } => ({ name: queue, controller: queue });

  const depth = new Gauge({
    name: "workqueue_depth",
    help: "Keys that wait for a worker, by queue and priority",
    labelNames: [...labelNames, "priority"],
    registers,
  });
  const admitsDepth = limit("workqueue_depth", ["name", "priority"]);
  const adds = new Counter({
    name: "workqueue_adds_total",
    help: "Keys that became due",
    labelNames,
    registers,
  });
  const waited = new Histogram({
    name: "workqueue_queue_duration_seconds",
    help: "How long a key waited for a worker",
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  const worked = new Histogram({
    name: "workqueue_work_duration_seconds",
    help: "How long working on a key took",
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  const retries = new Counter({
    name: "workqueue_retries_total",
    help: "Keys added with a delay or by the rate limiter",
    labelNames,
    registers,
  });
  gaugeOf(
    "workqueue_unfinished_work_seconds",
    "Work in progress that no duration shows yet, added up",
    (gauges) => gauges.unfinishedWorkMs,
  );
  gaugeOf(
    "workqueue_longest_running_processor_seconds",
    "Age of the oldest work in progress",
    (gauges) => gauges.longestRunningMs,
  );

  /** A gauge that is read when metrics are collected. */
  function gaugeOf(name: string, help: string, milliseconds: (gauges: WorkQueueGauges) => number): Gauge {
    return new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [queue, gauges] of queues) this.set(named(queue), milliseconds(gauges) / 1000);
      },
    });
  }

  return {
    created: ({ queue, gauges }) => {
      queues.set(queue, gauges);
    },
    added: ({ queue }) => adds.inc(named(queue)),
    depthChanged: ({ queue, priority, change }) => {
      // A priority is any number that a handler chooses.
      if (admitsDepth({ name: queue, priority })) depth.inc({ ...named(queue), priority }, change);
    },
    taken: ({ queue, waitedMs }) => waited.observe(named(queue), waitedMs / 1000),
    released: ({ queue, workedMs }) => worked.observe(named(queue), workedMs / 1000),
    retried: ({ queue }) => retries.inc(named(queue)),
  };
}
