/** Markers that say which types are kinds. */
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
    help: "Whether descriptors are generated; by default they are.",
  },
  {
    name: "k8s:conversion-gen",
    targets: ["package", "type"],
    category: "object",
    value: "bool",
    help: "Whether conversions to and from the version that is stored are generated; by default they are.",
  },
  {
    name: "k8s:deepcopy-gen",
    targets: ["package", "type"],
    category: "object",
    value: "raw",
    help: "Changes nothing: JSON objects are copied without code of their own. Taken, so that it may stay.",
  },
  {
    name: "k8s:deepcopy-gen:interfaces",
    targets: ["type"],
    category: "object",
    value: "string",
    help: "Changes nothing, as k8s:deepcopy-gen.",
  },
];
