/** Applies the markers of a type or a field to its schema: markers for the value first, then markers for the items of a list. */
import { itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { applyEffects, effectOn } from "../markers/apply-effects.ts";
import type { Marker } from "../markers/marker.ts";
import { schemaTypeText } from "../markers/schema-effects.ts";
import type { ProblemLog } from "../problem.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { withMarker } from "./origins.ts";

/** Whether the items of a list have a named type. Its keywords are kept, and the markers are merged with them. */
export type ItemsAreNamed = boolean;

/** The schema with all markers applied. A marker that does not fit the schema is reported at its position. */
export function applyMarkers(
  schema: JsonSchema,
  markers: readonly Marker[],
  itemsAreNamed: ItemsAreNamed,
  log: ProblemLog,
): JsonSchema {
  const applied = applyEffects("schema", schema, markers, log, withMarker);
  const ofItems = markers.filter((marker) => effectOn("items", marker) !== undefined);
  if (ofItems.length === 0) return applied;
  const items = itemsOf(applied);
  if (applied.type !== "array" || items === undefined) {
    for (const { written, position } of ofItems) {
      log.report(position, `the marker "@${written}" is only allowed on a list, found ${schemaTypeText(applied)}`);
    }
    return applied;
  }
  const before = itemsAreNamed ? withoutLimits(items) : items;
  const marked = applyEffects("items", before, ofItems, log, withMarker);
  return { ...applied, items: itemsAreNamed ? mergeSchemas(items, marked) : marked };
}

/** The schema of a type merged with the keywords that markers add to it or change in it. */
export function mergeMarkers(
  schema: JsonSchema,
  markers: readonly Marker[],
  itemsAreNamed: ItemsAreNamed,
  log: ProblemLog,
): JsonSchema {
  return mergeSchemas(schema, applyMarkers(withoutLimits(schema), markers, itemsAreNamed, log));
}

/** The type without its own limits. */
export function withoutLimits(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => typeKeywords.has(key)));
}

const typeKeywords: ReadonlySet<string> = new Set([
  "type",
  "items",
  "properties",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-type",
]);
