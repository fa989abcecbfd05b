/** Markers of client-gen: the verbs of a typed client. Every kind with a descriptor has a client; these markers restrict it. */
import type { MarkerDefinition } from "./definition.ts";

export const clientMarkers: readonly MarkerDefinition[] = [
  {
    name: "genclient",
    targets: ["type"],
    category: "client",
    help: "The kind has a typed client. No effect: every kind has one.",
  },
  {
    name: "genclient:nonNamespaced",
    targets: ["type"],
    category: "client",
    help: "The client has no namespace. No effect: this follows from the scope.",
  },
  {
    name: "genclient:noStatus",
    targets: ["type"],
    category: "client",
    help: "The client cannot write the status, even if it is a subresource.",
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
    help: "The client has only get, list and watch.",
  },
  {
    name: "genclient:onlyVerbs",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "The verbs of the client, separated by commas: create, update, updateStatus, patch, apply, delete, get, list and watch.",
  },
  {
    name: "genclient:skipVerbs",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "The verbs that the client does not have, separated by commas.",
  },
  {
    name: "genclient:method",
    targets: ["type"],
    category: "client",
    value: "raw",
    help: "Rejected: the general client has methods for all subresources.",
  },
];
