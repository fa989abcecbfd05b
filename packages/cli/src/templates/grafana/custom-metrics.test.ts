import { expect, test } from "vitest";

import { customMetricsFiles } from "./custom-metrics.ts";

test("a project without a file for custom metrics gets an empty one", () => {
  const [config, ...others] = customMetricsFiles(undefined);

  expect(config).toMatchObject({ path: "grafana/custom-metrics/config.yaml", ifExists: "keep" });
  expect(others).toEqual([]);
  expect(customMetricsFiles(config?.content)).toEqual([config]);
});

test("each metric has a graph for its type, with the unit in its name", () => {
  const metrics = `customMetrics:
  - { metric: shop_orders_total, type: counter }
  - { metric: shop_wait_seconds, type: Histogram }
  - { metric: shop_open, type: gauge, unit: percent, expr: "max(shop_open)" }
`;

  const [config, dashboard] = customMetricsFiles(metrics);

  expect(config?.ifExists).toBe("keep");
  expect(dashboard).toMatchObject({
    path: "grafana/custom-metrics/custom-metrics-dashboard.json",
    ifExists: "replace",
  });
  const selected = 'job="$job", namespace="$namespace"';
  expect(graphsOf(dashboard?.content)).toEqual([
    { title: "shop_orders_total", unit: "ops", expr: `sum(rate(shop_orders_total{${selected}}[5m])) by (pod)` },
    {
      title: "shop_wait_seconds",
      unit: "s",
      expr: `histogram_quantile(0.99, sum(rate(shop_wait_seconds_bucket{${selected}}[5m])) by (pod, le))`,
    },
    { title: "shop_open", unit: "percent", expr: "max(shop_open)" },
  ]);
});

test.each([
  { text: "[]", problem: "the list customMetrics is missing" },
  { text: "customMetrics: 1", problem: "the list customMetrics is missing" },
  { text: "customMetrics: [a]", problem: "customMetrics[0] is not an object" },
  { text: "customMetrics: [{ metric: a-b, type: gauge }]", problem: 'customMetrics[0].metric is "a-b": expected' },
  { text: "customMetrics: [{ metric: a }]", problem: "customMetrics[0].type is missing: expected counter" },
  { text: "customMetrics: [{ metric: a, type: gauge, unit: 1 }]", problem: "customMetrics[0].unit is not a string" },
  { text: "customMetrics: [{ metric: a, type: gauge, exp: b }]", problem: 'customMetrics[0] has "exp": expected' },
])("$text is refused: $problem", ({ text, problem }) => {
  expect(() => customMetricsFiles(text)).toThrow(
    `Cannot create dashboards from "grafana/custom-metrics/config.yaml": ${problem}`,
  );
});

function graphsOf(content = ""): readonly object[] {
  const { panels } = JSON.parse(content) as {
    readonly panels: readonly {
      readonly title: string;
      readonly fieldConfig: { readonly defaults: { readonly unit: string } };
      readonly targets: readonly { readonly expr: string }[];
    }[];
  };
  return panels.map(({ title, fieldConfig, targets }) => ({
    title,
    unit: fieldConfig.defaults.unit,
    expr: targets[0]?.expr,
  }));
}
