import { createVirtualClock } from "@kubewright/async";
import { createWorkQueue } from "@kubewright/workqueue";
import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";
import { seriesMax } from "./series-limit.ts";

test("a metric whose label holds names from outside keeps a thousand of them, continues to count those, and reports the rest", async () => {
  const metrics = createMetrics();
  const backups = metrics.counter({ name: "backups_total", help: "Backups", labelNames: ["object"] });
  const size = metrics.gauge({ name: "size_bytes", help: "Sizes", labelNames: ["object"] });
  const took = metrics.histogram({ name: "took_seconds", help: "Took", labelNames: ["object"], buckets: [1] });

  for (let name = 0; name < seriesMax + 500; name += 1) {
    backups.increment({ object: name });
    size.set(name, { object: name });
    took.observe(0.5, { object: name });
  }
  backups.increment({ object: 7 });

  const { body } = await metrics.expose();
  const seriesOf = (metric: string): number => body.split("\n").filter((line) => line.startsWith(`${metric}{`)).length;
  expect([seriesOf("backups_total"), seriesOf("size_bytes"), seriesOf("took_seconds_count")]).toEqual([
    seriesMax,
    seriesMax,
    seriesMax,
  ]);
  expect(body).toContain('backups_total{object="7"} 2');
  expect(body).toContain('kubewright_metrics_refused_samples_total{metric="backups_total"} 500');
});

test("priorities that are computed do not fill the depth of a work queue", async () => {
  const metrics = createMetrics();
  using queue = createWorkQueue<number>({ clock: createVirtualClock(), name: "q", observer: metrics.workQueue });

  for (let key = 0; key < seriesMax + 500; key += 1) queue.add(key, { priority: key });

  const { body } = await metrics.expose();
  expect(body.split("\n").filter((line) => line.startsWith("workqueue_depth{")).length).toBe(seriesMax);
});
