import { expect, test } from "vitest";
import { tableOf } from "./figure-table.ts";

test("a table compares each figure with bare Node, with the real pair and with its goal", () => {
  const figures = [
    { what: "start", unit: "ms", ours: 24, goal: { atMost: 25 } },
    { what: "rest", unit: "MB", ours: 87, bound: 58, real: 400, goal: { atMost: 85 } },
    {
      what: "creates",
      unit: "/s",
      ours: 600,
      bound: 1000,
      real: 200,
      higherIsBetter: true,
      goal: { shareOfBound: 0.6 },
    },
    { what: "  processor time", unit: "ms", ours: 0.5, bound: 0.25 },
  ];

  expect(tableOf(figures)).toBe(
    [
      "figure                      goal   embedded   bare Node   share   met   etcd + kube-apiserver   better by",
      "start              at most 25 ms      24 ms                       yes",
      "rest               at most 85 MB      87 MB       58 MB    67 %    no                  400 MB       4.6 x",
      "creates             60 % of Node     600 /s     1000 /s    60 %   yes                  200 /s       3.0 x",
      "  processor time                    0.50 ms     0.25 ms    50 %",
      "",
    ].join("\n"),
  );
});
