/** The two views of an Event, core/v1 and events.k8s.io/v1: the same data under different names, in one table. */
import { getOwn, setOwn } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";

/** The names of fields in core/v1, the stored version, and in events.k8s.io/v1. */
const pairs = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
] as const;

/** The name in the stored form of a field of events.k8s.io/v1. */
export const storedNames: ReadonlyMap<string, string> = new Map(pairs.map(([stored, served]) => [served, stored]));
const servedNames: ReadonlyMap<string, string> = new Map(pairs);

/** An event in another version; a new object that shares its values with the old one. */
export function convertEvent<T extends ApiObject | ReadonlyObject>(event: T, toApiVersion: string): T {
  const names = toApiVersion === "v1" ? storedNames : servedNames;
  const converted = { apiVersion: toApiVersion, kind: "Event", metadata: event.metadata };
  for (const name of Object.keys(event)) {
    if (name === "apiVersion" || name === "kind" || name === "metadata") continue;
    setOwn<unknown>(converted, names.get(name) ?? name, getOwn(event, name));
  }
  return converted as T; // The same event with renamed fields.
}
