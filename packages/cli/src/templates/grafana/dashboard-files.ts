/**
 * `grafana/`: dashboards of the metrics of all operators, which have the names of controller-runtime and client-go. Each dashboard is a
 * table of panels, from which Grafana's format is generated.
 */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { printJson } from "../json.ts";

/** A graph with one or more series. */
export interface Panel {
  readonly title: string;
  /** The unit of the y axis in Grafana: `short`, `s`, `bytes`, `ops`, `percentunit`. */
  readonly unit: string;
  /** A PromQL query; `$job` and `$namespace` are variables of the dashboard. */
  readonly query: string;
  /** The name of a series. */
  readonly legend: string;
}

/** The filter by the variables of the dashboard. */
export const selected = 'job="$job", namespace="$namespace"';

/** The rate per second. */
export function rate(metric: string, by: string): string {
  return `sum(rate(${metric}{${selected}}[5m])) by (${by})`;
}

/** The 99th percentile. */
export function p99(histogram: string, by: string): string {
  return `histogram_quantile(0.99, sum(rate(${histogram}_bucket{${selected}}[5m])) by (${by}, le))`;
}

/** The panels of controllers. */
export const runtimePanels: readonly Panel[] = [
  {
    title: "Reconcile rate",
    unit: "ops",
    query: rate("controller_runtime_reconcile_total", "controller, result"),
    legend: "{{controller}} {{result}}",
  },
  {
    title: "Reconcile error rate",
    unit: "ops",
    query: rate("controller_runtime_reconcile_errors_total", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "Reconcile duration (p99)",
    unit: "s",
    query: p99("controller_runtime_reconcile_time_seconds", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "Worker utilization",
    unit: "percentunit",
    query: `sum(controller_runtime_active_workers{${selected}}) by (controller) / sum(controller_runtime_max_concurrent_reconciles{${selected}}) by (controller)`,
    legend: "{{controller}}",
  },
  {
    title: "Queue depth",
    unit: "short",
    query: `sum(workqueue_depth{${selected}}) by (controller)`,
    legend: "{{controller}}",
  },
  {
    title: "Queue add rate",
    unit: "ops",
    query: rate("workqueue_adds_total", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "Queue wait time (p99)",
    unit: "s",
    query: p99("workqueue_queue_duration_seconds", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "Work duration (p99)",
    unit: "s",
    query: p99("workqueue_work_duration_seconds", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "Unfinished work",
    unit: "s",
    query: `sum(workqueue_unfinished_work_seconds{${selected}}) by (controller)`,
    legend: "{{controller}}",
  },
  {
    title: "Retry rate",
    unit: "ops",
    query: rate("workqueue_retries_total", "controller"),
    legend: "{{controller}}",
  },
  {
    title: "API request rate",
    unit: "ops",
    query: rate("rest_client_requests_total", "method, code"),
    legend: "{{method}} {{code}}",
  },
];

/** The panels of the resource usage. */
export const resourcePanels: readonly Panel[] = [
  { title: "CPU usage", unit: "short", query: rate("process_cpu_seconds_total", "pod"), legend: "{{pod}}" },
  {
    title: "Memory usage (RSS)",
    unit: "bytes",
    query: `sum(process_resident_memory_bytes{${selected}}) by (pod)`,
    legend: "{{pod}}",
  },
  {
    title: "Heap usage",
    unit: "bytes",
    query: `sum(nodejs_heap_size_used_bytes{${selected}}) by (pod)`,
    legend: "{{pod}}",
  },
  {
    title: "Event loop lag (p99)",
    unit: "s",
    query: `max(nodejs_eventloop_lag_p99_seconds{${selected}}) by (pod)`,
    legend: "{{pod}}",
  },
];

/** The files, named as in kubebuilder. The command overwrites them until the user changes them. */
export function dashboardFiles(): readonly ScaffoldFile[] {
  return [
    { ...dashboardFile("controller-runtime-metrics", "Controllers", runtimePanels), ifExists: "refuse" },
    {
      ...dashboardFile("controller-resources-metrics", "Controller resource usage", resourcePanels),
      ifExists: "refuse",
    },
  ];
}

export function dashboardFile(name: string, title: string, panels: readonly Panel[]): Omit<ScaffoldFile, "ifExists"> {
  return { path: `grafana/${name}.json`, content: printJson(dashboard(title, panels)) };
}

const source = { type: "prometheus", uid: "${datasource}" };

function dashboard(title: string, panels: readonly Panel[]): object {
  return {
    title,
    schemaVersion: 39,
    editable: true,
    timezone: "browser",
    time: { from: "now-1h", to: "now" },
    refresh: "30s",
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus" },
        variable("job", "label_values(process_cpu_seconds_total, job)"),
        variable("namespace", 'label_values(process_cpu_seconds_total{job="$job"}, namespace)'),
      ],
    },
    panels: panels.map(graph),
  };
}

function variable(name: string, query: string): object {
  return { name, type: "query", datasource: source, query, refresh: 2, sort: 1 };
}

/** Two graphs in a row, in a grid of 24 columns. */
function graph({ title, unit, query, legend }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    type: "timeseries",
    datasource: source,
    gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: "A", datasource: source, expr: query, legendFormat: legend }],
  };
}
