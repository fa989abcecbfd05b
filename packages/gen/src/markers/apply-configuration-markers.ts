/** Markers for apply configurations. */
import type { MarkerDefinition } from "./definition.ts";

export const applyConfigurationMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:ac:generate",
    targets: ["package", "type"],
    category: "applyconfiguration",
    value: "bool",
    help: "Whether apply configurations are generated. Default: true.",
  },
  {
    name: "kubebuilder:ac:output:package",
    targets: ["package"],
    category: "applyconfiguration",
    value: "string",
    help: "The folder for apply configurations, relative to this one. Default: applyconfiguration.",
  },
];
