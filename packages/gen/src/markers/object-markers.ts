/** Markers for kinds. */
import type { MarkerDefinition } from "./definition.ts";

export const objectMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:object:root",
    targets: ["type"],
    category: "object",
    value: "bool",
    help: "The type is a kind: it gets a CRD and a descriptor.",
  },
  {
    name: "kubebuilder:object:generate",
    targets: ["package", "type"],
    category: "object",
    value: "bool",
    help: "Whether descriptors are generated. Default: true.",
  },
  {
    name: "k8s:conversion-gen",
    targets: ["package", "type"],
    category: "object",
    value: "bool",
    help: "Whether conversions to and from the storage version are generated. Default: true.",
  },
  {
    name: "k8s:deepcopy-gen",
    targets: ["package", "type"],
    category: "object",
    value: "raw",
    help: "No effect: JSON objects need no generated code for copies.",
  },
  {
    name: "k8s:deepcopy-gen:interfaces",
    targets: ["type"],
    category: "object",
    value: "string",
    help: "No effect, like k8s:deepcopy-gen.",
  },
];
