/** The parts of a CRD that types cannot express, as markers: each by the way back of its record. */
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import type { Definition, DefinitionVersion } from "../definitions/definition.ts";
import type { MarkerArguments, MarkerRecord } from "../markers/marker.ts";
import { printMarker } from "../markers/print-marker.ts";
import { markerRecords } from "../markers/table.ts";

/** Where markers of a schema are written: on types and fields, only on fields, or on a list for its items. */
export type WrittenOn = "value" | "field" | "items";

/** The markers of a schema, without those for type and format, which depend on how the type is written. */
export function schemaMarkers(schema: JsonSchema, on: WrittenOn): readonly string[] {
  return markerRecords
    .filter((record) => placeOf(record) === on)
    .flatMap((record) => printed(record, record.fromSchema?.(schema) ?? []));
}

/** The markers of one version of a kind, without those of its schema. */
export function definitionMarkers(definition: Definition, version: DefinitionVersion): readonly string[] {
  return markerRecords.flatMap((record) => printed(record, record.fromDefinition?.(definition, version) ?? []));
}

/** One marker for a value, or for the items of a list. Empty if the notation cannot express its value. */
export function validationMarker(name: string, value: JsonValue, on: WrittenOn): readonly string[] {
  const wanted = `kubebuilder:validation:${on === "items" ? "items:" : ""}${name}`;
  return markerRecords.filter((record) => record.name === wanted).flatMap((record) => printed(record, [value]));
}

function placeOf({ effect, targets }: MarkerRecord): WrittenOn {
  if (effect.items !== undefined) return "items";
  return targets.includes("type") ? "value" : "field";
}

function printed(record: MarkerRecord, given: readonly MarkerArguments[]): readonly string[] {
  return given.flatMap((each) => printMarker(record, each) ?? []);
}
