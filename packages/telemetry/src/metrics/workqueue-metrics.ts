/** The metrics `workqueue_*`, with the names and labels of client-go's metrics provider and of controller-runtime. */
import type { WorkQueueGauges, WorkQueueObserver } from "@kubewright/workqueue";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";
import type { SeriesLimit } from "./series-limit.ts";

/** From 10 ns to 1000 s in powers of ten, as client-go's. */
const durationBuckets = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));

/** Creates the observer of any number of queues; the name of a queue is its label. */
export function createWorkQueueObserver(
  registers: Registry[],
  limit: (metric: string, labelNames: readonly string[]) => SeriesLimit,
): WorkQueueObserver {
  const queues = new Map<string, WorkQueueGauges>();
  const common = { labelNames, registers };
  const depth = new Gauge({
    ...common,
    name: "workqueue_depth",
    help: "Current depth of the queue, by queue and priority",
    labelNames: [...labelNames, "priority"],
  });
  const admitsDepth = limit("workqueue_depth", ["name", "priority"]);
  const adds = new Counter({
    ...common,
    name: "workqueue_adds_total",
    help: "Total number of adds: keys that became due",
  });
  const retries = new Counter({
    ...common,
    name: "workqueue_retries_total",
    help: "Total number of retries: keys added with a delay or by the rate limiter",
  });
  const buckets = durationBuckets;
  const waited = new Histogram({
    ...common,
    name: "workqueue_queue_duration_seconds",
    help: "Time in seconds that a key waits in the queue before a worker takes it",
    buckets,
  });
  const worked = new Histogram({
    ...common,
    name: "workqueue_work_duration_seconds",
    help: "Time in seconds that processing a key takes",
    buckets,
  });
  addProgressGauges(registers, queues);

  return {
    created: ({ queue, gauges }) => {
      queues.set(queue, gauges);
    },
    added: ({ queue }) => adds.inc(labelsOf(queue)),
    depthChanged: ({ queue, priority, change }) => {
      // A priority is any number that a handler chooses.
      if (admitsDepth({ name: queue, priority })) depth.inc({ ...labelsOf(queue), priority }, change);
    },
    taken: ({ queue, waitedMs }) => waited.observe(labelsOf(queue), waitedMs / 1000),
    released: ({ queue, workedMs }) => worked.observe(labelsOf(queue), workedMs / 1000),
    retried: ({ queue }) => retries.inc(labelsOf(queue)),
  };
}

/** Gauges of the work in progress, read when metrics are collected. */
function addProgressGauges(registers: Registry[], queues: ReadonlyMap<string, WorkQueueGauges>): void {
  const add = (name: string, help: string, milliseconds: (gauges: WorkQueueGauges) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [queue, gauges] of queues) this.set(labelsOf(queue), milliseconds(gauges) / 1000);
      },
    });
  add(
    "workqueue_unfinished_work_seconds",
    "Work in progress that no duration shows yet, added up",
    ({ unfinishedWorkMs }) => unfinishedWorkMs,
  );
  add(
    "workqueue_longest_running_processor_seconds",
    "Age of the oldest work in progress",
    ({ longestRunningMs }) => longestRunningMs,
  );
}

const labelNames = ["name", "controller"];

function labelsOf(queue: string): { readonly name: string; readonly controller: string } {
  return { name: queue, controller: queue };
}
