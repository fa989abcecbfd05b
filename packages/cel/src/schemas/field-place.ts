// What a key of an expression means for the objects of a schema node: the property, and the node of its values.

import type { Value } from "../values/value.ts";
import { unescapeName } from "./names.ts";
import type { SchemaNode } from "./schema-node.ts";
import type { SchemaMap } from "./values.ts";

/** What a key means for the objects of a node. */
export interface FieldPlace {
  readonly property: string;
  /** Undefined for a field without a schema, which expressions cannot read. */
  readonly node: SchemaNode | undefined;
  /** A field that is null counts as absent. */
  readonly isNullAbsent: boolean;
}

/** A reader of one field. It keeps what the key means for the last node, so that reading many objects of a list looks it up once. */
export function fieldReader(key: string): (map: SchemaMap) => Value | undefined {
  let node: SchemaNode | undefined;
  let place: FieldPlace | undefined;
  return (map) => {
    if (map.node !== node) {
      node = map.node;
      place = placeOf(key, node);
    }
    return map.read(place);
  };
}

/** What a key means; undefined if it can name no field. */
export function placeOf(key: string, { additional, properties }: SchemaNode): FieldPlace | undefined {
  if (properties === undefined) return { property: key, node: additional, isNullAbsent: false };
  const property = unescapeName(key);
  return property === undefined ? undefined : { property, node: properties.get(property), isNullAbsent: true };
}
