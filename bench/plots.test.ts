// The plots of the documentation are drawn from the recorded figures.
import { expect, test } from "vitest";
import { drawPlot } from "./draw-plot.ts";
import { plots } from "./plots.ts";
import { readResults, runtimeMeasurements, serverMeasurements } from "./results.ts";

const results = await readResults();

test.for(Object.entries(plots).filter(([, { part }]) => part in results))(
  "docs/pictures/%s.svg is drawn from bench/results.json",
  async ([name, { part, ...options }]) => {
    const figures = results[part];

    await expect(figures && drawPlot(figures, options)).toMatchFileSnapshot(`../docs/pictures/${name}.svg`);
  },
);

test("serverMeasurements() names details after their figure, and omits figures of one server", () => {
  const figures = serverMeasurements([
    { what: "demo", unit: "s", ours: 3 },
    { what: "creates", unit: "/s", ours: 2000.4, bound: 3000, real: 1000, higherIsBetter: true },
    { what: "  processor time of each", unit: "ms", ours: 0.12345, bound: 0.1 },
  ]);

  expect(figures).toEqual([
    {
      what: "creates",
      unit: "/s",
      higherIsBetter: true,
      values: { embedded: [2000], "bare Node": [3000], "etcd + kube-apiserver": [1000] },
    },
    { what: "creates: processor time of each", unit: "ms", values: { embedded: [0.123], "bare Node": [0.1] } },
  ]);
});

test("runtimeMeasurements() keeps the figures of all runs, and omits rows without a peer", () => {
  const figures = runtimeMeasurements([
    {
      what: "D: time",
      unit: "s",
      values: new Map([
        ["kubewright", [0.25, 0.2512]],
        ["kube-rs", [0.1]],
      ]),
    },
    {
      what: "D: longest block",
      unit: "ms",
      values: new Map([
        ["kubewright", [40]],
        ["kube-rs", []],
      ]),
    },
  ]);

  expect(figures).toEqual([{ what: "D: time", unit: "s", values: { kubewright: [0.25, 0.251], "kube-rs": [0.1] } }]);
});

test("drawPlot() draws the median of the runs, and rejects a panel without a figure", () => {
  const figures = {
    machine: "2 cores",
    date: "2026-01-02",
    measurements: [{ what: "D: time", unit: "s", values: { kubewright: [0.3, 0.2, 0.1], "kube-rs": [0.4] } }],
  };
  const draw = (what: string): string => drawPlot(figures, { title: "Plot", panels: [[what, "Start"]] });

  const svg = draw("D: time");

  expect(svg).toContain(">0.2 s</text>");
  expect(svg).toContain("2 cores, 2026-01-02");
  const bars = Array.from(svg.matchAll(/width="([\d.]+)" height="16"/gu), ([, width]) => Number(width));
  expect(bars).toEqual([85, 170]);
  expect(() => draw("E")).toThrow('Cannot draw "Start": no figure begins with "E"');
});
