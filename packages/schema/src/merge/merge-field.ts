// How the fields of a built-in type merge under a strategic merge patch, with the errors of a kube-apiserver for fields that the type does not have.

import type { Type } from "../model/type.ts";
import { notOrderable, StrategicMergeError } from "./errors.ts";

/** A Go struct, or a pointer to one. A kube-apiserver looks up fields by its type. */
export interface Struct {
  readonly type: Type;
  readonly kind: "struct" | "ptr";
}

/** How one field merges. */
export interface MergeField {
  /** `merge`, `replace`, `retainKeys`. Without a strategy a patch replaces a list and merges an object. */
  readonly patchStrategy: readonly string[];
  /** The key that identifies an item of a list of objects. */
  readonly mergeKey: string | undefined;
  /** The Go kind of the field. A patch may order only lists and, without effect, pointers. */
  readonly kind: "list" | "pointer" | "other";
  /** The struct of the object, or of the items of the list. `undefined` for a map, and for items that are not objects. */
  readonly struct: Struct | undefined;
}

/** Returns how a field of a struct merges. Throws if the struct does not have the field. */
export function fieldOf(struct: Struct | undefined, name: string): MergeField {
  if (struct === undefined) {
    throw new StrategicMergeError("merging an object in json but data type is not struct, instead is: map");
  }
  const { type } = struct;
  const go = type.schema["x-kubewright-go"];
  const fieldName = type.field(name) === undefined ? nameInAnyCase(type, name) : name;
  const field = type.field(fieldName);
  if (field === undefined) {
    throw new StrategicMergeError(
      `unable to find api field in struct ${goName(go?.definition ?? "")} for the json field "${name}"`,
    );
  }
  const { schema, items } = field.type;
  const { "x-kubernetes-patch-strategy": strategy = "", "x-kubernetes-patch-merge-key": mergeKey } = schema;
  const kind = schema.type === "array" ? "list" : go?.isPointer(fieldName) === true ? "pointer" : "other";
  return {
    patchStrategy: strategy === "" ? [] : strategy.split(","),
    mergeKey,
    kind,
    struct: structOf(items ?? field.type, kind === "pointer" ? "ptr" : "struct"),
  };
}

/** The name of a Go type without its package: `PodSpec`. */
function goName(definition: string): string {
  return definition.slice(definition.lastIndexOf(".") + 1);
}

/** As in Go, a name matches in any case, unless a field has exactly this name. */
function nameInAnyCase(type: Type, name: string): string {
  const lowerCase = name.toLowerCase();
  return type.fieldNames.find((each) => each.toLowerCase() === lowerCase) ?? name;
}

function structOf(type: Type, kind: Struct["kind"]): Struct | undefined {
  const { schema } = type;
  return schema.type === "object" && schema["x-kubewright-go"] !== undefined ? { type, kind } : undefined;
}

/** Returns a field that is a list or a pointer. Throws for other fields, whose values cannot be ordered or merged item by item. */
export function listFieldOf(struct: Struct | undefined, name: string): MergeField {
  const field = fieldOf(struct, name);
  if (field.kind === "other") throw notOrderable(struct?.kind ?? "map");
  return field;
}

/** Returns the strategy of a field without `retainKeys`: `merge`, `replace` or an empty string. */
export function strategyOf({ patchStrategy }: MergeField): string {
  const strategies = patchStrategy.filter((strategy) => strategy !== "retainKeys");
  if (strategies.length <= 1 && patchStrategy.length <= 2) return strategies[0] ?? "";
  throw new StrategicMergeError(`unexpected patch strategy: [${patchStrategy.join(" ")}]`);
}
