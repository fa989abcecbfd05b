/** Applies the markers of a type or a field to its schema: those about the value first, then those about a list's items. */
import type { JsonSchema } from "@kubewright/schema";

import type { Marker } from "../markers/definition.ts";
import type { ProblemLog } from "../problem.ts";
import { isSingle, markerEffects, typeOf, validationPrefix } from "./marker-effects.ts";

/** The schema with all markers applied in order; what does not fit the schema is reported where the marker stands. */
export function applyMarkers(schema: JsonSchema, markers: readonly Marker[], log: ProblemLog): JsonSchema {
  const ofValue = markers.filter(({ definition }) => !definition.name.startsWith(itemsPrefix));
  const ofItems = markers.filter(({ definition }) => definition.name.startsWith(itemsPrefix));
  const applied = inOrder(ofValue).reduce(
    (before, marker) => applyOne(before, marker, marker.definition.name, log),
    schema,
  );
  return inOrder(ofItems).reduce((before, marker) => applyToItems(before, marker, log), applied);
}

const itemsPrefix = `${validationPrefix}items:`;

function applyOne(schema: JsonSchema, marker: Marker, name: string, log: ProblemLog): JsonSchema {
  const result = markerEffects.get(name)?.(schema, marker) ?? schema;
  if (!("complaint" in result)) return result;
  log.report(marker.position, `the marker "@${marker.definition.name}" ${String(result.complaint)}`);
  return schema;
}

function applyToItems(schema: JsonSchema, marker: Marker, log: ProblemLog): JsonSchema {
  const { items } = schema;
  if (schema.type !== "array" || items === undefined || !isSingle(items)) {
    log.report(marker.position, `the marker "@${marker.definition.name}" goes with a list, found ${typeOf(schema)}`);
    return schema;
  }
  return {
    ...schema,
    items: applyOne(items, marker, validationPrefix + marker.definition.name.slice(itemsPrefix.length), log),
  };
}

/** Some markers depend on what others have said: the type comes first, what it is checked against comes last. */
function inOrder(markers: readonly Marker[]): readonly Marker[] {
  return markers.toSorted((a, b) => rankOf(a.definition.name) - rankOf(b.definition.name));
}

function rankOf(name: string): number {
  const first = ["Type", "items:Type", "XIntOrString", "items:XIntOrString"].some(
    (end) => name === validationPrefix + end,
  );
  if (first || name.endsWith("listType")) return -1;
  return (
    ["AtMostOneOf", "ExactlyOneOf", "AtLeastOneOf"].findIndex((end) => name === validationPrefix + end) +
    1 +
    (name === "k8s:required" ? 9 : 0)
  );
}
