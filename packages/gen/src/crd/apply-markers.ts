/** Applies the markers of a type or a field to its schema: markers for the value first, then markers for the items of a list. */
import type { JsonSchema } from "@kubewright/schema";

import type { Marker } from "../markers/definition.ts";
import type { ProblemLog } from "../problem.ts";
import { isSingle, markerEffects, typeOf, validationPrefix } from "./marker-effects.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { withMarker } from "./origins.ts";

export interface ApplyOptions {
  readonly log: ProblemLog;
  /** Whether the items of the list have a named type. Its keywords are kept, and the markers are merged with them. */
  readonly itemsAreNamed: boolean;
}

/** The schema with all markers applied in order. A marker that does not fit the schema is reported at its position. */
export function applyMarkers(schema: JsonSchema, markers: readonly Marker[], options: ApplyOptions): JsonSchema {
  const ofValue = markers.filter(({ definition }) => !definition.name.startsWith(itemsPrefix));
  const ofItems = markers.filter(({ definition }) => definition.name.startsWith(itemsPrefix));
  const applied = inOrder(ofValue).reduce(
    (before, marker) => applyOne(before, marker, marker.definition.name, options.log),
    schema,
  );
  return ofItems.length === 0 ? applied : applyToItems(applied, inOrder(ofItems), options);
}

/** The keywords that markers add to a schema or change in it, without the rest of the schema. */
export function schemaOfMarkers(schema: JsonSchema, markers: readonly Marker[], options: ApplyOptions): JsonSchema {
  return applyMarkers(withoutLimits(schema), markers, options);
}

/** The schema that markers are applied to when they are merged later: the type without its own limits. */
function withoutLimits(schema: JsonSchema): JsonSchema {
  const { type, items, properties } = schema;
  const intOrString = schema["x-kubernetes-int-or-string"];
  return {
    ...(type !== undefined && { type }),
    ...(items !== undefined && { items }),
    ...(properties !== undefined && { properties }),
    ...(intOrString !== undefined && { "x-kubernetes-int-or-string": intOrString }),
    ...(schema["x-kubernetes-list-type"] !== undefined && {
      "x-kubernetes-list-type": schema["x-kubernetes-list-type"],
    }),
  };
}

const itemsPrefix = `${validationPrefix}items:`;

function applyOne(schema: JsonSchema, marker: Marker, name: string, log: ProblemLog): JsonSchema {
  const result = markerEffects.get(name)?.(schema, marker) ?? schema;
  if (!("complaint" in result)) return withMarker(schema, result, marker);
  log.report(marker.position, `the marker "@${marker.written}" ${String(result.complaint)}`);
  return schema;
}

function applyToItems(schema: JsonSchema, markers: readonly Marker[], options: ApplyOptions): JsonSchema {
  const { items } = schema;
  if (schema.type !== "array" || items === undefined || !isSingle(items)) {
    for (const { written, position } of markers) {
      options.log.report(position, `the marker "@${written}" is only allowed on a list, found ${typeOf(schema)}`);
    }
    return schema;
  }
  const marked = markers.reduce(
    (before, marker) =>
      applyOne(before, marker, validationPrefix + marker.definition.name.slice(itemsPrefix.length), options.log),
    options.itemsAreNamed ? withoutLimits(items) : items,
  );
  return { ...schema, items: options.itemsAreNamed ? mergeSchemas(items, marked) : marked };
}

/** Sorted by dependency: markers that define the type come first, markers that read the finished schema last. */
function inOrder(markers: readonly Marker[]): readonly Marker[] {
  return markers.toSorted((a, b) => rankOf(a.definition.name) - rankOf(b.definition.name));
}

function rankOf(name: string): number {
  return firstMarkers.has(name) ? -1 : lastMarkers.indexOf(name) + 1;
}

const firstMarkers: ReadonlySet<string> = new Set([
  ...["Type", "items:Type", "XIntOrString", "items:XIntOrString"].map((name) => validationPrefix + name),
  "listType",
  "k8s:listType",
]);

const lastMarkers: readonly string[] = [
  ...["AtMostOneOf", "ExactlyOneOf", "AtLeastOneOf"].map((name) => validationPrefix + name),
  "k8s:required",
];
