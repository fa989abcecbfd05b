/**
 * The metrics of an operator, under the names that controller-runtime and client-go gave them, so that the dashboards and
 * alerts written for those work unchanged. The registry is prom-client's, which stays behind this facade.
 */
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import type { WorkQueueObserver } from "@kubewright/workqueue";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { createCacheLateCounter } from "./cache-metrics.ts";
import type { CachedKind } from "./cache-metrics.ts";
import { createClientObserver } from "./client-metrics.ts";
import { createControllerMetrics } from "./controller-metrics.ts";
import type { ControllerObserver } from "./controller-metrics.ts";
import { createInformerObserver } from "./informer-metrics.ts";
import { createLeaderElectionObserver } from "./leader-election-metrics.ts";
import { createWorkQueueObserver } from "./workqueue-metrics.ts";

/** Label names to values. Keep the values few: every combination is kept in memory for as long as the program runs. */
export type MetricLabels = Readonly<Record<string, string | number>>;

export interface MetricOptions {
  /** In Prometheus form: `myoperator_backups_total`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** An operator's metrics: those of its parts, by observers, and its own. */
export interface Metrics {
  readonly workQueue: WorkQueueObserver;
  readonly client: ClientObserver;
  readonly informer: InformerObserver;
  readonly controller: ControllerObserver;
  readonly leaderElection: LeaderElectionObserver;
  /** A cache had not reached a write of our own in time, so the server was asked. */
  readonly cacheLate: (type: CachedKind) => void;
  /** A counter of one's own. A name that is taken is an error. */
  counter(options: MetricOptions): { increment(labels?: MetricLabels, by?: number): void };
  /** A gauge of one's own. */
  gauge(options: MetricOptions): { set(value: number, labels?: MetricLabels): void };
  /** A histogram of one's own; `buckets` are upper bounds in the unit the name ends with. */
  histogram(options: MetricOptions & { readonly buckets?: readonly number[] }): {
    observe(value: number, labels?: MetricLabels): void;
  };
  /** Everything in the Prometheus text format. */
  expose(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface MetricsOptions {
  /** Also memory, CPU and event loop of the process, measured on real time. Default false; a program wants true. */
  readonly process?: boolean;
}

/** Makes an empty registry with the standard metrics in it. Each has its own: two managers in one process do not share. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const registers = [registry];

  return {
    workQueue: createWorkQueueObserver(registers),
    client: createClientObserver(registers),
    informer: createInformerObserver(registers),
    controller: createControllerMetrics(registers),
    leaderElection: createLeaderElectionObserver(registers),
    cacheLate: createCacheLateCounter(registers),
    counter({ name, help, labelNames = [] }) {
      const counter = new Counter({ name, help, labelNames, registers });
      return { increment: (labels = {}, by = 1) => counter.inc(labels, by) };
    },
    gauge({ name, help, labelNames = [] }) {
      const gauge = new Gauge({ name, help, labelNames, registers });
      return { set: (value, labels = {}) => gauge.set(labels, value) };
    },
    histogram({ name, help, labelNames = [], buckets }) {
      const own = { name, help, labelNames, registers };
      const histogram = new Histogram(buckets ? { ...own, buckets: [...buckets] } : own);
      return { observe: (value, labels = {}) => histogram.observe(labels, value) };
    },
    async expose() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}
