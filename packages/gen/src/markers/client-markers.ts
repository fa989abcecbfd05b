/** Markers of client-gen: the verbs of a typed client. Every kind with a descriptor has a client; these markers restrict it. */
import type { EffectOn, Marker, MarkerRecord } from "./marker.ts";

/** The methods of a typed client, by the verbs that they are. */
export const clientVerbs = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "updateStatus",
  "patch",
  "apply",
  "delete",
] as const;

/** Verbs of clients of client-gen without a method here. */
const otherVerbs: readonly string[] = ["deleteCollection", "applyStatus"];

function record(
  name: string,
  help: string,
  effect: MarkerRecord["effect"],
  rest: Partial<MarkerRecord> = {},
): MarkerRecord {
  return { name, targets: ["type"], category: "client", help, effect, ...rest };
}

/** Keeps the verbs for which `isKept` returns true. */
const keep =
  (isKept: (verb: string, listed: readonly string[]) => boolean): EffectOn<"client"> =>
  (facts, marker) => {
    const listed = listedVerbs(marker);
    const unknown = listed.filter((verb) => ![...clientVerbs, ...otherVerbs].includes(verb));
    if (unknown.length === 0) return { ...facts, verbs: facts.verbs.filter((verb) => isKept(verb, listed)) };
    return {
      complaint: `has "${unknown.join(", ")}", which is not a verb of a client: expected ${clientVerbs.join(", ")}, separated by commas`,
    };
  };

function listedVerbs({ value }: Marker): readonly string[] {
  return typeof value === "string" ? value.split(",").map((verb) => verb.trim()) : [];
}

export const clientMarkers: readonly MarkerRecord[] = [
  record("genclient", "The kind has a typed client.", { none: "every kind has one" }),
  record("genclient:nonNamespaced", "The client has no namespace, which follows from the scope.", {
    client: (facts) =>
      facts.isNamespaced
        ? {
            complaint: `is on the namespaced kind "${facts.kind}": write "@kubebuilder:resource:scope=Cluster" instead`,
          }
        : facts,
  }),
  record("genclient:noStatus", "The client cannot write the status, even if it is a subresource.", {
    client: keep((verb) => verb !== "updateStatus"),
  }),
  record("genclient:noVerbs", "The kind has no client, no lister and no informer.", { client: keep(() => false) }),
  record("genclient:readonly", "The client has only get, list and watch.", {
    client: keep((verb) => ["get", "list", "watch"].includes(verb)),
  }),
  record(
    "genclient:onlyVerbs",
    "The verbs of the client, separated by commas: create, update, updateStatus, patch, apply, delete, get, list and watch.",
    { client: keep((verb, listed) => listed.includes(verb)) },
    { value: "raw" },
  ),
  record(
    "genclient:skipVerbs",
    "The verbs that the client does not have, separated by commas.",
    { client: keep((verb, listed) => !listed.includes(verb)) },
    { value: "raw" },
  ),
  record(
    "genclient:method",
    "Rejected: the general client has methods for all subresources.",
    {
      client: ({ kind }) => ({
        complaint: `has no use, because clients have no methods for subresources: write client.subresource(${kind}, key, "scale") where it is needed`,
      }),
    },
    { value: "raw" },
  ),
];
