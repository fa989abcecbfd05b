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
];
