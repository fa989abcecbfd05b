/**
 * `grafana/custom-metrics/`: a dashboard of the metrics that an operator adds. The author lists them in `config.yaml`, in kubebuilder's
 * format, and the dashboard is generated from this file.
 */
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import { CommandError } from "../../io.ts";
import { parseManifests } from "../../manifests/parse-manifests.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { dashboardFile, p99, rate, selected } from "./dashboard-files.ts";
import type { Panel } from "./dashboard-files.ts";

/** The file with the list of metrics. */
export const customMetricsPath = "grafana/custom-metrics/config.yaml";

const emptyConfig = `# The custom metrics of the dashboard beside this file. Add them, and generate the dashboard with
# kubewright edit --plugins grafana.kubewright.dev/v1
#
#   - metric: shop_orders_total   # The name.
#     type: counter               # counter, gauge or histogram.
#     unit: ops                   # The unit of the axis in Grafana: s, bytes, percentunit. Default: derived from the name.
#     expr: ...                   # A PromQL query. Default: the usual query of the type. $job and $namespace are variables of the dashboard.
customMetrics: []
`;

/**
 * The list of metrics, and the dashboard of the metrics in an existing list.
 *
 * @param config The content of the list; undefined when it does not exist.
 * @throws {CommandError} when it is invalid, naming the entry.
 */
export function customMetricsFiles(config: string | undefined): readonly ScaffoldFile[] {
  const panels = config === undefined ? [] : readPanels(config);
  const dashboard = dashboardFile("custom-metrics/custom-metrics-dashboard", "Custom metrics", panels);
  return [
    { path: customMetricsPath, content: emptyConfig, ifExists: "keep" },
    ...(panels.length === 0 ? [] : [{ ...dashboard, ifExists: "replace" as const }]),
  ];
}

function readPanels(text: string): readonly Panel[] {
  const [root] = parseManifests({ origin: `"${customMetricsPath}"`, text }, "create dashboards");
  const entries = isJsonObject(root) ? (root["customMetrics"] ?? []) : undefined;
  if (!isJsonArray(entries)) throw invalid("the list customMetrics is missing");
  return entries.map((entry, index) => readPanel(entry, `customMetrics[${index}]`));
}

function readPanel(entry: JsonValue, at: string): Panel {
  if (!isJsonObject(entry))
    throw invalid(`${at} is not an object: expected metric, type, and optionally unit and expr`);
  const { metric, type, unit, expr, ...others } = entry;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`${at} has "${other}": expected metric, type, unit and expr`);
  if (typeof metric !== "string" || !/^[a-zA-Z_:][\w:]*$/.test(metric)) {
    throw invalid(`${at}.metric is ${JSON.stringify(metric) ?? "missing"}: expected the name of a metric`);
  }
  const kind = typeof type === "string" ? type.toLowerCase() : "";
  if (kind !== "counter" && kind !== "gauge" && kind !== "histogram") {
    throw invalid(`${at}.type is ${JSON.stringify(type) ?? "missing"}: expected counter, gauge or histogram`);
  }
  for (const [name, value] of Object.entries({ unit, expr })) {
    if (value !== undefined && typeof value !== "string") throw invalid(`${at}.${name} is not a string`);
  }
  return {
    title: metric,
    unit: typeof unit === "string" ? unit : unitOf(metric, kind),
    query: typeof expr === "string" ? expr : queries[kind](metric),
    legend: "{{pod}}",
  };
}

const queries = {
  counter: (metric: string) => rate(metric, "pod"),
  gauge: (metric: string) => `sum(${metric}{${selected}}) by (pod)`,
  histogram: (metric: string) => p99(metric, "pod"),
} as const;

/** The names of metrics end with their unit: https://prometheus.io/docs/practices/naming/ */
function unitOf(metric: string, type: keyof typeof queries): string {
  if (type === "counter") return "ops";
  if (metric.endsWith("_seconds")) return "s";
  if (metric.endsWith("_bytes")) return "bytes";
  return metric.endsWith("_ratio") ? "percentunit" : "short";
}

function invalid(found: string): CommandError {
  return new CommandError(`Cannot create dashboards from "${customMetricsPath}": ${found}`);
}
