/** The bodies of requests: the valid object of a kind, with the changes of a step. */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { isJsonObject } from "@kubewright/apimachinery";
import type { Change, SequenceKind } from "./kind.ts";
import type { FieldChoice, Part } from "./sequence.ts";

/** A field and its new value; `undefined` removes it. */
export interface Field {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
}

export function fieldsOf(
  { fields, on = "object" }: { readonly fields: readonly FieldChoice[]; readonly on?: Part },
  kind: SequenceKind,
  isPatch = false,
): readonly Field[] {
  const pool: readonly Change[] = on === "status" ? kind.statusChanges : kind.changes;
  const allowed = pool.filter(({ neverPatched }) => !isPatch || neverPatched !== true);
  return fields.flatMap(({ change, value }) => {
    const chosen = allowed[change % allowed.length];
    return chosen === undefined ? [] : [{ path: chosen.path, value: chosen.values[value % chosen.values.length] }];
  });
}

const replicaCounts = [0, 1, 3, -1] as const;

export function replicasIn(fields: readonly FieldChoice[]): number {
  return replicaCounts[(fields[0]?.value ?? 1) % replicaCounts.length] ?? 0;
}

export function objectOf(
  kind: SequenceKind,
  name: string,
  fields: readonly Field[],
  metadata: JsonObject = {},
): JsonObject {
  const start: JsonObject = {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: { name, ...metadata },
    ...kind.base,
  };
  return fields.reduce((object, { path, value }) => withValue(object, path, value), start);
}

export function scaleOf(name: string, replicas: number, metadata: JsonObject): JsonObject {
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name, namespace: "{{namespace}}", ...metadata },
    spec: { replicas },
  };
}

/** The object with this value at this place. Built from entries, because a key may be `__proto__`. */
export function withValue(
  object: JsonObject,
  [key = "", ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const others = Object.entries(object).filter(([name]) => name !== key);
  if (rest.length === 0) return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined && !isJsonObject(inner)) return object;
  return Object.fromEntries([...others, [key, withValue(isJsonObject(inner) ? inner : {}, rest, value)]]);
}
