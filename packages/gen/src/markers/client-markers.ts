/** Tags of client-gen: what a typed client can do. Every kind with a descriptor has one; these take away from it. */
import type { MarkerDefinition } from "./definition.ts";

export const clientMarkers: readonly MarkerDefinition[] = [
  {
    name: "genclient",
    targets: ["type"],
    category: "client",
    help: "The kind has a typed client, which every kind has.",
  },
  {
    name: "genclient:nonNamespaced",
    targets: ["type"],
    category: "client",
    help: "The client takes no namespace, which follows from the scope.",
  },
  {
    name: "genclient:noStatus",
    targets: ["type"],
    category: "client",
    help: "The client cannot write the status, even where it is a subresource.",
  },
  {
    name: "genclient:noVerbs",
    targets: ["type"],
    category: "client",
    help: "The kind has no client, no lister and no informer.",
  },
  {
    name: "genclient:readonly",
    targets: ["type"],
    category: "client",
    help: "The client can get, list and watch alone.",
  },
  {
    name: "genclient:onlyVerbs",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "What the client can do, separated by commas: create, update, updateStatus, patch, apply, delete, get, list and watch.",
  },
  {
    name: "genclient:skipVerbs",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "What the client cannot do, separated by commas.",
  },
  {
    name: "genclient:method",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "Refused: subresources are reached through the general client, whatever they are.",
  },
];
