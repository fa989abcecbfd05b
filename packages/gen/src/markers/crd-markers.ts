/** Markers about a resource as a whole: its names, versions, columns and subresources. */
import type { MarkerDefinition } from "./definition.ts";

export const crdMarkers: readonly MarkerDefinition[] = [
  {
    name: "groupName",
    targets: ["package"],
    category: "CRD",
    value: "string",
    help: "The API group of the types in this folder.",
  },
  {
    name: "versionName",
    targets: ["package"],
    category: "CRD",
    value: "string",
    help: "The API version of the types in this folder; by default the name of the folder.",
  },
  {
    name: "kubebuilder:skip",
    targets: ["package"],
    category: "CRD",
    help: "Generates nothing from the types in this folder.",
  },
  {
    name: "kubebuilder:resource",
    targets: ["type"],
    category: "CRD",
    help: "Names and scope of the resource.",
    named: {
      path: { type: "string", optional: true, help: "The plural, in lower case; by default made from the kind." },
      shortName: {
        type: { list: "string" },
        optional: true,
        help: "Short names for kubectl, separated by semicolons.",
      },
      categories: {
        type: { list: "string" },
        optional: true,
        help: "Groups of resources that this one is listed in, such as all.",
      },
      singular: { type: "string", optional: true, help: "The singular; by default the kind in lower case." },
      scope: { type: "string", optional: true, help: "Namespaced (the default) or Cluster." },
    },
  },
  {
    name: "kubebuilder:subresource:status",
    targets: ["type"],
    category: "CRD",
    help: "Serves status as a subresource of its own.",
  },
  {
    name: "kubebuilder:subresource:scale",
    targets: ["type"],
    category: "CRD",
    help: "Serves scale as a subresource, for kubectl scale and autoscalers.",
    named: {
      specpath: { type: "string", help: "The JSON path of the wanted number of replicas." },
      statuspath: { type: "string", help: "The JSON path of the actual number of replicas." },
      selectorpath: {
        type: "string",
        optional: true,
        help: "The JSON path of the Pods' label selector, in its text form.",
      },
    },
  },
  {
    name: "kubebuilder:printcolumn",
    targets: ["type"],
    category: "CRD",
    help: "A column of kubectl get.",
    named: {
      name: { type: "string", help: "The head of the column." },
      type: { type: "string", help: "integer, number, string, boolean or date." },
      JSONPath: { type: "string", help: "Where the value stands in the object." },
      description: { type: "string", optional: true, help: "What the column shows." },
      format: { type: "string", optional: true, help: "An OpenAPI format that goes with the type." },
      priority: { type: "int", optional: true, help: "Above 0 the column is shown with -o wide only." },
    },
  },
  {
    name: "kubebuilder:storageversion",
    targets: ["type"],
    category: "CRD",
    help: "Objects are stored in this version.",
  },
  { name: "kubebuilder:skipversion", targets: ["type"], category: "CRD", help: "Leaves this version out of the CRD." },
  { name: "kubebuilder:unservedversion", targets: ["type"], category: "CRD", help: "This version is not served." },
  {
    name: "kubebuilder:deprecatedversion",
    targets: ["type"],
    category: "CRD",
    help: "Clients of this version get a warning.",
    named: { warning: { type: "string", optional: true, help: "The text of the warning." } },
  },
  {
    name: "kubebuilder:metadata",
    targets: ["type"],
    category: "CRD",
    help: "Annotations and labels of the CRD itself.",
    named: {
      annotations: { type: { list: "string" }, optional: true, help: "key=value, separated by semicolons." },
      labels: { type: { list: "string" }, optional: true, help: "key=value, separated by semicolons." },
    },
  },
  {
    name: "kubebuilder:selectablefield",
    targets: ["type"],
    category: "CRD",
    help: "A field that field selectors may use.",
    named: { JSONPath: { type: "string", help: "Where the field stands in the object." } },
  },
];
