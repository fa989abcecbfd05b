// What a strategic merge patch must know of a kind: for each field, how it merges and what is inside it. Built-in kinds
// only: a custom resource's schema says nothing of the sort, and servers refuse such a patch for it.

import type { JsonSchema } from "../model/json-schema.ts";
import { itemsOf, propertyOf } from "../model/walk.ts";

/** How the fields of an object merge. */
export interface MergeSchema {
  /** The name of the type, for errors: `PodSpec`. */
  readonly name: string;
  /** How a field merges; undefined when the type has no such field. */
  field(name: string): MergeField | undefined;
}

/** How one field merges. */
export interface MergeField {
  /** `merge`, `replace`, `retainKeys`; empty when the field is replaced if it is a list and merged if it is an object. */
  readonly patchStrategy: readonly string[];
  /** The key by which items of a list of objects are the same. */
  readonly mergeKey?: string;
  /** The fields of the object, or of the items of the list; undefined when there are none to know of. */
  readonly schema?: MergeSchema;
}

/** A merge schema read from a schema with `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`. */
export function mergeSchemaOf(schema: JsonSchema, name = "Struct"): MergeSchema {
  return {
    name,
    field(fieldName) {
      const property = propertyOf(schema, fieldName);
      if (property === undefined) return undefined;
      const { "x-kubernetes-patch-strategy": strategy = "", "x-kubernetes-patch-merge-key": mergeKey } = property;
      const inner = itemsOf(property) ?? property;
      return {
        patchStrategy: strategy === "" ? [] : strategy.split(","),
        ...(mergeKey === undefined ? {} : { mergeKey }),
        // A map has no fields to know of; its values merge as objects and lists without a strategy do.
        ...(inner.properties === undefined ? {} : { schema: mergeSchemaOf(inner, fieldName) }),
      };
    },
  };
}
