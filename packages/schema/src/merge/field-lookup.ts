// Looks up how the fields of a kind merge, with the errors of a kube-apiserver for those that a patch must not have.

import { notOrderable, StrategicMergeError } from "./errors.ts";
import type { MergeField, MergeSchema } from "./merge-schema.ts";

/** How a field of an object merges. Throws if its type has no such field. */
export function fieldOf(schema: MergeSchema | undefined, name: string): MergeField {
  if (schema === undefined) {
    throw new StrategicMergeError("merging an object in json but data type is not struct, instead is: map");
  }
  const field = schema.field(name);
  if (field !== undefined) return field;
  throw new StrategicMergeError(`unable to find api field in struct ${schema.name} for the json field "${name}"`);
}

/** The field of a list, or of what a pointer points to: nothing else can be ordered or merged item by item. */
export function listFieldOf(schema: MergeSchema | undefined, name: string): MergeField {
  const field = fieldOf(schema, name);
  if (field.type === "other") throw notOrderable(schema?.kind ?? "map");
  return field;
}

/** `merge`, `replace` or nothing: what is left of the strategy of a field without `retainKeys`. */
export function strategyOf({ patchStrategy }: MergeField): string {
  const strategies = patchStrategy.filter((strategy) => strategy !== "retainKeys");
  if (strategies.length <= 1 && patchStrategy.length <= 2) return strategies[0] ?? "";
  throw new StrategicMergeError(`unexpected patch strategy: [${patchStrategy.join(" ")}]`);
}
