/** The marker for the permissions of a program. */
import type { MarkerDefinition } from "./definition.ts";

export const rbacMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:rbac",
    targets: ["package"],
    category: "RBAC",
    help: "Adds a rule to the role of the program.",
    example: ":groups=example.com,resources=myjobs;myjobs/status,verbs=get;list;watch",
    named: {
      groups: { type: { list: "string" }, optional: true, help: 'API groups; core or "" is the core group.' },
      resources: { type: { list: "string" }, optional: true, help: "Resources and subresources, such as pods/log." },
      resourceNames: {
        type: { list: "string" },
        optional: true,
        help: "Names of objects. Default: all objects.",
      },
      verbs: { type: { list: "string" }, help: "Verbs, such as get, list, watch, create, update, patch and delete." },
      urls: { type: { list: "string" }, optional: true, help: "Non-resource URLs, such as /metrics." },
      namespace: {
        type: "string",
        optional: true,
        help: "Adds the rule to a Role in this namespace instead of a ClusterRole.",
      },
      roleName: {
        type: "string",
        optional: true,
        help: "The role of the rule. Default: the role of the generator.",
      },
    },
  },
];
