/** The marker that says what a program is allowed to do. */
import type { MarkerDefinition } from "./definition.ts";

export const rbacMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:rbac",
    targets: ["package"],
    category: "RBAC",
    help: "A rule of the program's role.",
    example: ":groups=example.com,resources=myjobs;myjobs/status,verbs=get;list;watch",
    named: {
      groups: { type: { list: "string" }, optional: true, help: 'API groups; core or "" is the one without a name.' },
      resources: { type: { list: "string" }, optional: true, help: "Resources and subresources, such as pods/log." },
      resourceNames: {
        type: { list: "string" },
        optional: true,
        help: "Names of objects; without them all are meant.",
      },
      verbs: { type: { list: "string" }, help: "get, list, watch, create, update, patch, delete and the like." },
      urls: { type: { list: "string" }, optional: true, help: "Paths that are no resources, such as /metrics." },
      namespace: {
        type: "string",
        optional: true,
        help: "Makes it a rule of a Role in this namespace, not of a ClusterRole.",
      },
      roleName: {
        type: "string",
        optional: true,
        help: "The role that the rule belongs to; by default the generator's.",
      },
    },
  },
];
