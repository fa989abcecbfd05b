// What a key of an expression means for the objects of a schema node: the property, and the node of its values.

import { unescapeName } from "./names.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What a key means for the objects of a node. */
export interface FieldPlace {
  readonly property: string;
  /** Undefined for a field without a schema, which expressions cannot read. */
  readonly node: SchemaNode | undefined;
  /** A field that is null counts as absent. */
  readonly isNullAbsent: boolean;
}

/** What a key means; undefined if it can name no field. */
export function placeOf(key: string, { additional, properties }: SchemaNode): FieldPlace | undefined {
  if (properties === undefined) return { property: key, node: additional, isNullAbsent: false };
  const property = unescapeName(key);
  return property === undefined ? undefined : { property, node: properties.get(property), isNullAbsent: true };
}
