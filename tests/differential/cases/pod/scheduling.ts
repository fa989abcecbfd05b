/** Scheduling constraints of Pods: affinity, tolerations, spreading, gates. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { trySpecs } from "./requests.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

function nodeAffinity(affinity: object): object {
  return { affinity: { nodeAffinity: affinity } };
}

function nodeExpressions(...matchExpressions: readonly object[]): object {
  return nodeAffinity({ [required]: { nodeSelectorTerms: [{ matchExpressions }] } });
}

function nodeFields(...matchFields: readonly object[]): object {
  return nodeAffinity({ [required]: { nodeSelectorTerms: [{ matchFields }] } });
}

const badSelector = {
  matchLabels: { "a b": "c d" },
  matchExpressions: [
    { key: "", operator: "In" },
    { key: "k", operator: "Exists", values: ["v"] },
    { key: "k", operator: "Near", values: ["v w"] },
  ],
};

export const podSchedulingCases: readonly DifferentialCase[] = cases("pod-scheduling", {
  "node-affinity": trySpecs(
    nodeAffinity({ [required]: { nodeSelectorTerms: [] } }),
    nodeExpressions({ key: "a b", operator: "In" }, { key: "k", operator: "Exists", values: ["v"] }),
    nodeExpressions({ key: "k", operator: "Gt", values: ["1", "2"] }, { key: "k", operator: "Near", values: ["a b"] }),
    nodeFields({ key: "metadata.uid", operator: "Exists" }, { key: "metadata.name", operator: "In", values: [] }),
    nodeFields({ key: "metadata.name", operator: "In", values: ["A_"] }),
    nodeAffinity({
      [preferred]: [
        { weight: 0, preference: { matchExpressions: [{ key: "k", operator: "In", values: ["a b"] }] } },
        { weight: 101, preference: { matchExpressions: [{ key: "k", operator: "NotIn" }] } },
      ],
    }),
  ),
  "pod-affinity": trySpecs(
    { affinity: { podAffinity: { [required]: [{ topologyKey: "" }] } } },
    { affinity: { podAffinity: { [required]: [{ topologyKey: "a b", labelSelector: badSelector }] } } },
    {
      affinity: {
        podAntiAffinity: {
          [required]: [{ topologyKey: "k", namespaces: ["A_"], namespaceSelector: badSelector }],
        },
      },
    },
    { affinity: { podAffinity: { [preferred]: [{ weight: 101, podAffinityTerm: { topologyKey: "" } }] } } },
    { affinity: { podAntiAffinity: { [preferred]: [{ weight: 0, podAffinityTerm: { topologyKey: "k" } }] } } },
  ),
  "pod-affinity-label-keys": trySpecs(
    { affinity: { podAffinity: { [required]: [{ topologyKey: "k", matchLabelKeys: ["a"] }] } } },
    { affinity: { podAffinity: { [required]: [{ topologyKey: "k", mismatchLabelKeys: ["a"] }] } } },
    {
      affinity: {
        podAffinity: {
          [required]: [
            {
              topologyKey: "k",
              labelSelector: { matchLabels: { x: "y" } },
              matchLabelKeys: ["a b"],
              mismatchLabelKeys: ["a b"],
            },
          ],
        },
      },
    },
    {
      affinity: {
        podAffinity: {
          [required]: [
            {
              topologyKey: "k",
              labelSelector: { matchLabels: { a: "y" } },
              matchLabelKeys: ["a"],
              mismatchLabelKeys: ["a"],
            },
          ],
        },
      },
    },
  ),
  tolerations: trySpecs(
    { tolerations: [{}] },
    { tolerations: [{ key: "a b", operator: "Exists", value: "v" }] },
    { tolerations: [{ key: "k", operator: "Near" }] },
    { tolerations: [{ key: "k", value: "a b", effect: "Explode" }] },
    { tolerations: [{ key: "k", operator: "Gt", value: "1" }] },
    { tolerations: [{ key: "k", operator: "Exists", tolerationSeconds: 1 }] },
    { tolerations: [{ operator: "Exists", effect: "NoExecute", tolerationSeconds: 1 }] },
  ),
  spreading: trySpecs(
    { topologySpreadConstraints: [{}] },
    {
      topologySpreadConstraints: [
        { maxSkew: 0, topologyKey: "k", whenUnsatisfiable: "Panic", labelSelector: badSelector },
      ],
    },
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "k", whenUnsatisfiable: "DoNotSchedule" },
        { maxSkew: 2, topologyKey: "k", whenUnsatisfiable: "DoNotSchedule" },
      ],
    },
    {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "k", whenUnsatisfiable: "ScheduleAnyway", minDomains: 0 }],
    },
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "k",
          whenUnsatisfiable: "ScheduleAnyway",
          nodeAffinityPolicy: "Bend",
          nodeTaintsPolicy: "Break",
        },
      ],
    },
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "k", whenUnsatisfiable: "ScheduleAnyway", matchLabelKeys: ["a"] },
      ],
    },
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "k",
          whenUnsatisfiable: "ScheduleAnyway",
          matchLabelKeys: ["a b"],
          labelSelector: { matchLabels: { c: "d" } },
        },
      ],
    },
  ),
  gates: trySpecs(
    { schedulingGates: [{ name: "a b" }] },
    { schedulingGates: [{ name: "" }] },
    { schedulingGates: [{ name: "a" }, { name: "a" }], nodeName: "n" },
    { readinessGates: [{ conditionType: "a b" }, { conditionType: "" }] },
  ),
  selectors: trySpecs(
    { nodeSelector: { "a b": "c" } },
    { nodeSelector: { a: "b c" } },
    { nodeName: "A_" },
    { schedulerName: "" },
    { preemptionPolicy: "Maybe" },
    { schedulingGroup: { podGroupName: "A_" } },
  ),
});
