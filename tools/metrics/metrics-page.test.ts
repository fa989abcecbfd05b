import { createVirtualClock } from "@kubewright/async";
import { createMetrics } from "@kubewright/telemetry";
import { createWebhookMetrics } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { sentencePerLine } from "../prose/sentence-lines.ts";
import { metricsPage } from "./metrics-page.ts";

test("docs/metrics.md lists all registered metrics", async () => {
  const metrics = createMetrics({ process: true });
  createWebhookMetrics(metrics, { clock: createVirtualClock() });

  await expect(sentencePerLine(metricsPage(metrics.describe()))).toMatchFileSnapshot("../../docs/metrics.md");
});

test("a metric without a section is rejected", () => {
  const metric = { name: "lonely_total", type: "counter", help: "Unknown", labelNames: [] };

  expect(() => metricsPage([metric])).toThrow("Cannot write docs/metrics.md: give lonely_total a chapter");
});
