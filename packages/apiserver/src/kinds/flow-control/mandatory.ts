/**
 * The specs of the mandatory objects, which exist on every server and are immutable:
 * https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#mandatory-configuration-objects
 */
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";

const everyResource = {
  verbs: ["*"],
  apiGroups: ["*"],
  resources: ["*"],
  clusterScope: true,
  namespaces: ["*"],
} as const;
const everyPath = { verbs: ["*"], nonResourceURLs: ["*"] } as const;

export const mandatoryFlowSchemaSpecs: ReadonlyMap<string, FlowSchemaSpec> = new Map<string, FlowSchemaSpec>([
  [
    "exempt",
    {
      priorityLevelConfiguration: { name: "exempt" },
      matchingPrecedence: 1,
      rules: [
        {
          subjects: [{ kind: "Group", group: { name: "system:masters" } }],
          resourceRules: [everyResource],
          nonResourceRules: [everyPath],
        },
      ],
    },
  ],
  [
    "catch-all",
    {
      priorityLevelConfiguration: { name: "catch-all" },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: "ByUser" },
      rules: [
        {
          subjects: [
            { kind: "Group", group: { name: "system:unauthenticated" } },
            { kind: "Group", group: { name: "system:authenticated" } },
          ],
          resourceRules: [everyResource],
          nonResourceRules: [everyPath],
        },
      ],
    },
  ],
]);

export const mandatoryPriorityLevelSpecs: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map<
  string,
  PriorityLevelConfigurationSpec
>([
  ["exempt", { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  [
    "catch-all",
    {
      type: "Limited",
      limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Reject" } },
    },
  ],
]);
