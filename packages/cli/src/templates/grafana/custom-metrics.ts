/**
 * `grafana/custom-metrics/`: a dashboard over the metrics that an operator adds itself. Its author names them in `config.yaml`, in kubebuilder's form; the
 * dashboard is made from that each time.
 */
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import { CommandError } from "../../io.ts";
import { parseManifests } from "../../manifests/parse-manifests.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { dashboardFile, p99, rate, selected } from "./dashboard-files.ts";
import type { Panel } from "./dashboard-files.ts";

/** Where the metrics are named. */
export const customMetricsPath = "grafana/custom-metrics/config.yaml";

const emptyConfig = `# The metrics of your own, for the dashboard beside this file: name them, and lay it out with
# kubewright edit --plugins grafana.kubewright.dev/v1
#
#   - metric: shop_orders_total   # Its name.
#     type: counter               # counter, gauge or histogram.
#     unit: ops                   # Of the axis, in Grafana's words: s, bytes, percentunit. By itself it follows from the name.
#     expr: ...                   # In PromQL, when it is not the usual graph of its type; $job and $namespace are chosen on the dashboard.
customMetrics: []
`;

/**
 * The file that names the metrics, and the dashboard over those that it names when it is there already.
 *
 * @param config What the file says; undefined when it is not there.
 * @throws {CommandError} when it cannot be read, naming the entry.
 */
export function customMetricsFiles(config: string | undefined): readonly ScaffoldFile[] {
  const panels = config === undefined ? [] : readPanels(config);
  const dashboard = dashboardFile("custom-metrics/custom-metrics-dashboard", "Metrics of its own", panels);
  return [
    { path: customMetricsPath, content: emptyConfig, ifExists: "keep" },
    ...(panels.length === 0 ? [] : [{ ...dashboard, ifExists: "replace" as const }]),
  ];
}

function readPanels(text: string): readonly Panel[] {
  const [root] = parseManifests({ origin: `"${customMetricsPath}"`, text }, "lay out dashboards");
  const entries = isJsonObject(root) ? (root["customMetrics"] ?? []) : undefined;
  if (!isJsonArray(entries)) throw refusal("it has no list customMetrics");
  return entries.map((entry, index) => readPanel(entry, `customMetrics[${index}]`));
}

function readPanel(entry: JsonValue, at: string): Panel {
  if (!isJsonObject(entry)) throw refusal(`${at} is no object: expected metric, type, and perhaps unit and expr`);
  const { metric, type, unit, expr, ...others } = entry;
  const [other] = Object.keys(others);
  if (other !== undefined) throw refusal(`${at} has "${other}": expected metric, type, unit and expr`);
  if (typeof metric !== "string" || !/^[a-zA-Z_:][\w:]*$/.test(metric)) {
    throw refusal(`${at}.metric is ${JSON.stringify(metric) ?? "not there"}: expected the name of a metric`);
  }
  const kind = typeof type === "string" ? type.toLowerCase() : "";
  if (kind !== "counter" && kind !== "gauge" && kind !== "histogram") {
    throw refusal(`${at}.type is ${JSON.stringify(type) ?? "not there"}: expected counter, gauge or histogram`);
  }
  for (const [name, value] of Object.entries({ unit, expr })) {
    if (value !== undefined && typeof value !== "string") throw refusal(`${at}.${name} is no text`);
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

/** Names of metrics end with their unit: https://prometheus.io/docs/practices/naming/ */
function unitOf(metric: string, type: keyof typeof queries): string {
  if (type === "counter") return "ops";
  if (metric.endsWith("_seconds")) return "s";
  if (metric.endsWith("_bytes")) return "bytes";
  return metric.endsWith("_ratio") ? "percentunit" : "short";
}

function refusal(found: string): CommandError {
  return new CommandError(`Cannot lay out dashboards from "${customMetricsPath}": ${found}`);
}
