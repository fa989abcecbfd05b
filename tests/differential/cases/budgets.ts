/** PodDisruptionBudgets: their two limits, their selectors, and their status. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { creates, varied } from "../variations.ts";
import type { Variation } from "../variations.ts";

const budgets = "/apis/policy/v1/namespaces/{{namespace}}/poddisruptionbudgets";
const own = `${budgets}/a`;
const good = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: "a" },
  spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } },
};

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

/** An update requires the version that it replaces; a patch does not. */
function tried(...list: readonly object[]): readonly DifferentialRequest[] {
  return list.map((spec) => patch("merge", `${own}?dryRun=All`, { spec }));
}

function conditions(...list: readonly (readonly object[])[]): readonly DifferentialRequest[] {
  return list.map((all) => patch("merge", `${own}/status?dryRun=All`, { status: { conditions: all } }));
}

const condition = {
  type: "DisruptionAllowed",
  status: "True",
  reason: "SufficientPods",
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

export const budgetCases: readonly DifferentialCase[] = cases("budget", {
  limits: creates(
    budgets,
    good,
    specs(
      { minAvailable: null },
      { minAvailable: null, maxUnavailable: 1 },
      { maxUnavailable: "50%" },
      { maxUnavailable: 0, unhealthyPodEvictionPolicy: "IfHealthyBudget" },
      { maxUnavailable: 1, selector: null },
      { maxUnavailable: 1, selector: { matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] } },
      { minAvailable: -1 },
      { minAvailable: "-1%" },
      { minAvailable: "101%" },
      { minAvailable: "100%" },
      { minAvailable: "50" },
      { minAvailable: "" },
      { minAvailable: "many" },
      { minAvailable: null, maxUnavailable: -1 },
      { minAvailable: null, maxUnavailable: "101%" },
      { minAvailable: null, maxUnavailable: "1.5%" },
      { minAvailable: null, maxUnavailable: "99999999999%" },
      { minAvailable: 2147483648 },
    ),
  ),
  selector: creates(budgets, good, [
    { spec: null },
    ...specs(
      { selector: null },
      { selector: { matchLabels: null } },
      { selector: { matchLabels: { "a b": "c" } } },
      { selector: { matchLabels: { app: "b c" } } },
      { selector: { matchExpressions: [{ key: "a", operator: "Other" }] } },
      { selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
      { unhealthyPodEvictionPolicy: "Other" },
      { unhealthyPodEvictionPolicy: "" },
      { unhealthyPodEvictionPolicy: "AlwaysAllow" },
    ),
    { metadata: { name: "Not A Name" } },
    { metadata: { labels: { "a b": "c" } } },
    { status: { disruptionsAllowed: 3 } },
  ]),
  update: [
    post(budgets, good),
    ...tried(
      { minAvailable: 2 },
      { minAvailable: null, maxUnavailable: 1 },
      { maxUnavailable: 1 },
      { minAvailable: -1 },
      { selector: { matchLabels: { app: "b c" } } },
      { selector: null },
      { unhealthyPodEvictionPolicy: "Other" },
    ),
    put(`${own}?dryRun=All`, varied(good, { spec: { minAvailable: 3 } })),
    put(`${own}?dryRun=All`, varied(good, { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" } })),
    patch("merge", own, { spec: { minAvailable: "30%" }, status: { currentHealthy: 3 } }),
    patch("strategic", own, { spec: { selector: { matchLabels: { more: "b" } } } }),
    get(own),
  ],
  status: [
    post(budgets, good),
    ...["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods", "observedGeneration"].map((name) =>
      patch("merge", `${own}/status?dryRun=All`, { status: { [name]: -1 } }),
    ),
    patch("merge", `${own}/status?dryRun=All`, { status: { disruptedPods: { "Not A Name": "2026-01-01T00:00:00Z" } } }),
    put(`${own}/status?dryRun=All`, varied(good, { status: { disruptedPods: { p: "yesterday" } } })),
    patch("merge", `${own}/status`, {
      spec: { minAvailable: 7 },
      status: { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1, observedGeneration: 1 },
    }),
    put(`${own}/status?dryRun=All`, varied(good, { status: { currentHealthy: 1 } })),
    get(own),
  ],
  conditions: [
    post(budgets, good),
    ...conditions(
      [condition],
      [{ ...condition, type: "" }],
      [{ ...condition, type: "not a name" }],
      [{ ...condition, status: "Maybe" }],
      [{ ...condition, status: null }],
      [{ ...condition, observedGeneration: -1 }],
      [{ ...condition, lastTransitionTime: null }],
      [{ ...condition, reason: "" }],
      [{ ...condition, reason: "not a reason" }],
      [{ ...condition, reason: "R".repeat(1025) }],
      [{ ...condition, message: "m".repeat(32 * 1024 + 1) }],
      [{}],
      [condition, condition],
      [condition, { ...condition, type: "Other" }],
    ),
  ],
});
