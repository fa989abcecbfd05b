/** Markers about apply configurations. */
import type { MarkerDefinition } from "./definition.ts";

export const applyConfigurationMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:ac:generate",
    targets: ["package", "type"],
    category: "applyconfiguration",
    value: "bool",
    help: "Whether apply configurations are generated; by default they are.",
  },
  {
    name: "kubebuilder:ac:output:package",
    targets: ["package"],
    category: "applyconfiguration",
    value: "string",
    help: "The folder for apply configurations, seen from this one; by default applyconfiguration.",
  },
];
