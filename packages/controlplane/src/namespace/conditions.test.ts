// The exact messages of the conditions.
import type { NamespaceCondition } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { namespaceConditions } from "./conditions.ts";
import type { Findings } from "./conditions.ts";

const nothing: Findings = { remaining: [], incomplete: [], failures: [] };
const now = Date.UTC(2026, 10, 20);

test("an empty namespace has five conditions that are False", () => {
  expect(
    namespaceConditions([], nothing, now).map(({ type, status, reason, message }) => [type, status, reason, message]),
  ).toEqual([
    ["NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered", "All resources successfully discovered"],
    [
      "NamespaceDeletionGroupVersionParsingFailure",
      "False",
      "ParsedGroupVersions",
      "All legacy kube types successfully parsed",
    ],
    [
      "NamespaceDeletionContentFailure",
      "False",
      "ContentDeleted",
      "All content successfully deleted, may be waiting on finalization",
    ],
    ["NamespaceContentRemaining", "False", "ContentRemoved", "All content successfully removed"],
    ["NamespaceFinalizersRemaining", "False", "ContentHasNoFinalizers", "All content-preserving finalizers finished"],
  ]);
});

test.each<{ title: string; findings: Partial<Findings>; type: string; reason: string; message: string }>([
  {
    title: "remaining objects are counted by kind",
    findings: {
      remaining: [
        { resource: { group: "example.dev", plural: "widgets" }, count: 2, finalizers: new Map() },
        { resource: { group: "", plural: "configmaps" }, count: 1, finalizers: new Map() },
      ],
    },
    type: "NamespaceContentRemaining",
    reason: "SomeResourcesRemain",
    message:
      "Some resources are remaining: configmaps. has 1 resource instances, widgets.example.dev has 2 resource instances",
  },
  {
    title: "finalizers are counted for all kinds",
    findings: {
      remaining: [
        { resource: { group: "", plural: "configmaps" }, count: 1, finalizers: new Map([["a.b/c", 1]]) },
        {
          resource: { group: "", plural: "secrets" },
          count: 3,
          finalizers: new Map([
            ["a.b/c", 2],
            ["a.b/a", 1],
          ]),
        },
      ],
    },
    type: "NamespaceFinalizersRemaining",
    reason: "SomeFinalizersRemain",
    message:
      "Some content in the namespace has finalizers remaining: a.b/a in 1 resource instances, a.b/c in 3 resource instances",
  },
  {
    title: "groups without a response are named",
    findings: { incomplete: ["metrics.k8s.io/v1beta1"] },
    type: "NamespaceDeletionDiscoveryFailure",
    reason: "DiscoveryFailed",
    message:
      "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1",
  },
  {
    title: "kinds that could not be emptied are reported with the error",
    findings: { failures: ["b failed", "a failed"] },
    type: "NamespaceDeletionContentFailure",
    reason: "ContentDeletionFailed",
    message: "Failed to delete all resource types, 2 remaining: a failed, b failed",
  },
])("$title", ({ findings, type, reason, message }) => {
  const found = namespaceConditions([], { ...nothing, ...findings }, now).find((condition) => condition.type === type);

  expect(found).toMatchObject({ status: "True", reason, message });
});

test("the time of a condition changes only with its status, and other conditions are kept", () => {
  const before: NamespaceCondition[] = [
    { type: "Other", status: "True" },
    { type: "NamespaceContentRemaining", status: "True", lastTransitionTime: "2026-11-01T00:00:00Z" },
    { type: "NamespaceDeletionContentFailure", status: "False", lastTransitionTime: "2026-11-01T00:00:00Z" },
  ];

  const after = namespaceConditions(before, nothing, now);

  expect(after.slice(0, 3)).toMatchObject([
    { type: "Other", status: "True" },
    { type: "NamespaceContentRemaining", status: "False", lastTransitionTime: "2026-11-20T00:00:00Z" },
    { type: "NamespaceDeletionContentFailure", status: "False", lastTransitionTime: "2026-11-01T00:00:00Z" },
  ]);
  expect(after).toHaveLength(6);
});
