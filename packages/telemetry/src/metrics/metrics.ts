/**
 * The metrics of an operator, under the names that controller-runtime and client-go gave them, so that the dashboards and
 * alerts written for those work unchanged. The registry is prom-client's, which stays behind this facade.
 */
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import type { WorkQueueObserver } from "@kubewright/workqueue";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CacheObserver } from "../observe/cache-observer.ts";
import type { CertificateObserver } from "../observe/certificate-observer.ts";
import type { ControllerObserver } from "../observe/controller-observer.ts";
import type { EventLoopObserver } from "../observe/event-loop-observer.ts";
import type { FleetObserver } from "../observe/fleet-observer.ts";
import type { OperatorObserver } from "../observe/operator-observer.ts";
import { createCacheMetrics } from "./cache-metrics.ts";
import { createCertificateMetrics } from "./certificate-metrics.ts";
import { createClientObserver } from "./client-metrics.ts";
import { createControllerMetrics } from "./controller-metrics.ts";
import { createEventLoopMetrics } from "./event-loop-metrics.ts";
import { createFleetMetrics } from "./fleet-metrics.ts";
import { createInformerObserver } from "./informer-metrics.ts";
import { createLeaderElectionObserver } from "./leader-election-metrics.ts";
import { createSeriesLimits } from "./series-limit.ts";
import { createWorkQueueObserver } from "./workqueue-metrics.ts";

/** Label names to values. A metric takes 1,000 combinations of values; samples of further ones are counted and left out. */
export type MetricLabels = Readonly<Record<string, string | number>>;

export interface MetricOptions {
  /** In Prometheus form: `myoperator_backups_total`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

export interface MetricDescription {
  readonly name: string;
  /** "counter", "gauge" or "histogram". */
  readonly type: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** An operator's metrics: those of its parts, which it observes, and its own. */
export interface Metrics extends OperatorObserver {
  readonly workQueue: WorkQueueObserver;
  readonly client: ClientObserver;
  readonly informer: InformerObserver;
  readonly controller: ControllerObserver;
  readonly leaderElection: LeaderElectionObserver;
  readonly cache: CacheObserver;
  readonly certificate: CertificateObserver;
  readonly eventLoop: EventLoopObserver;
  readonly fleet: FleetObserver;
  /** Creates a counter. Throws if the name is taken. */
  counter(options: MetricOptions): { increment(labels?: MetricLabels, by?: number): void };
  /** Creates a gauge. */
  gauge(options: MetricOptions): { set(value: number, labels?: MetricLabels): void };
  /** Creates a histogram; `buckets` are upper bounds in the unit the name ends with. */
  histogram(options: MetricOptions & { readonly buckets?: readonly number[] }): {
    observe(value: number, labels?: MetricLabels): void;
  };
  /** Describes all metrics, including those of the program, sorted by name: for references and dashboards. */
  describe(): readonly MetricDescription[];
  /** Returns all metrics in the Prometheus text format. */
  expose(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface MetricsOptions {
  /** Adds metrics of the process (memory, CPU, event loop), measured in real time. Default false; programs should set true. */
  readonly process?: boolean;
}

/** Creates a registry with the standard metrics. Registries are independent: two managers in one process share no metrics. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const limit = createSeriesLimits(registers);

  return {
    workQueue: createWorkQueueObserver(registers, limit),
    client: createClientObserver(registers),
    informer: createInformerObserver(registers),
    controller: createControllerMetrics(registers),
    leaderElection: createLeaderElectionObserver(registers),
    cache: createCacheMetrics(registers),
    certificate: createCertificateMetrics(registers),
    eventLoop: createEventLoopMetrics(registers),
    fleet: createFleetMetrics(registers),
    counter({ name, help, labelNames = [] }) {
      const counter = new Counter({ name, help, labelNames, registers });
      const admits = limit(name, labelNames);
      return { increment: (labels = {}, by = 1) => void (admits(labels) && counter.inc(labels, by)) };
    },
    gauge({ name, help, labelNames = [] }) {
      const gauge = new Gauge({ name, help, labelNames, registers });
      const admits = limit(name, labelNames);
      return { set: (value, labels = {}) => void (admits(labels) && gauge.set(labels, value)) };
    },
    histogram({ name, help, labelNames = [], buckets }) {
      const own = { name, help, labelNames, registers };
      const histogram = new Histogram(buckets ? { ...own, buckets: [...buckets] } : own);
      const admits = limit(name, labelNames);
      return { observe: (value, labels = {}) => void (admits(labels) && histogram.observe(labels, value)) };
    },
    describe: () =>
      registry
        .getMetricsAsArray()
        .map((metric) => ({
          name: metric.name,
          type: String(metric.type),
          help: metric.help,
          labelNames: labelNamesOf(metric),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async expose() {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** prom-client keeps them at a metric and has no word for them in its types. */
function labelNamesOf(metric: object): readonly string[] {
  const names: unknown = Reflect.get(metric, "labelNames");
  return Array.isArray(names) ? names.map(String) : [];
}
