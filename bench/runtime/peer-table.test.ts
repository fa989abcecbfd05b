import { expect, test } from "vitest";
import { peerTableOf } from "./peer-table.ts";
import type { PeerName } from "./peers.ts";

const values = (figures: Partial<Record<PeerName, readonly number[]>>): ReadonlyMap<PeerName, readonly number[]> =>
  new Map(Object.entries(figures) as [PeerName, readonly number[]][]); // The keys are names.

test("a table has the median and the range of each operator, the ratio to the goal's peer, and the verdict", () => {
  const rows = [
    {
      what: "sync",
      unit: "s",
      goal: { atMost: 1, timesOf: "kube-rs" as const },
      values: values({ kubewright: [3.2, 3, 4.2], "kube-rs": [2, 2.4, 1.9] }),
    },
    { what: "writes", unit: "", goal: { atMost: 4000 }, values: values({ kubewright: [4000], "kube-rs": [5558] }) },
    { what: "missed", unit: "", values: values({ kubewright: [0, 0], "kube-rs": [1, 0] }) },
  ];

  expect(peerTableOf(["kubewright", "kube-rs"], rows)).toBe(
    [
      "figure            goal       kubewright          kube-rs   ratio   met",
      "sync, s   1 of kube-rs   3.2 (3 to 4.2)   2 (1.9 to 2.4)    1.60    no",
      "writes    at most 4000             4000             5558           yes",
      "missed                                0       1 (0 to 1)",
      "",
    ].join("\n"),
  );
});

test("a goal has no verdict without its peer, and a limit has one without any peer", () => {
  const rows = [
    {
      what: "time",
      unit: "s",
      goal: { atMost: 0.9, timesOf: "controller-runtime" as const },
      values: values({ kubewright: [0.3] }),
    },
    { what: "block", unit: "ms", goal: { atMost: 50 }, values: values({ kubewright: [51] }) },
  ];

  expect(peerTableOf(["kubewright"], rows)).toBe(
    [
      "figure                           goal   kubewright   ratio   met",
      "time, s     0.9 of controller-runtime         0.30",
      "block, ms               at most 50 ms           51            no",
      "",
    ].join("\n"),
  );
});
