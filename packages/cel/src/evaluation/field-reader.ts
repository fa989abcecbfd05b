// Reading the same field of many objects: what the key means is looked up once per schema node.

import type { FieldPlace } from "../schemas/field-place.ts";
import { placeOf } from "../schemas/field-place.ts";
import type { SchemaNode } from "../schemas/schema-node.ts";
import type { SchemaMap } from "../schemas/values.ts";
import type { Value } from "../values/value.ts";

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
