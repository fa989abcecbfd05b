// Converts a schema with allOf, anyOf, oneOf and not to a flat schema without them, for sampling. A sampled value usually
// fits the original schema, so it is validated against that schema.

import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf } from "../model/walk.ts";
import type { Chance } from "./chance.ts";
import { pick } from "./chance.ts";

/** A schema without alternatives, for sampling. */
export interface FlatSchema {
  /** Has no alternatives except `allOf`, which has further patterns. */
  readonly schema: JsonSchema;
  /** Fields to leave out. */
  readonly without: ReadonlySet<string>;
}

/** Whether a schema differs from its flat schema. */
export function hasAlternatives({ allOf, anyOf, oneOf, not }: JsonSchema): boolean {
  return [allOf, anyOf, oneOf].some((list) => (list?.length ?? 0) > 0) || not !== undefined;
}

/** Chooses among the alternatives of a schema. */
export function chooseAlternatives(schema: JsonSchema, chance: Chance): FlatSchema {
  if (!hasAlternatives(schema)) return { schema, without: new Set() };
  const { allOf = [], anyOf = [], oneOf = [], not, ...own } = schema;
  const without = new Set(not === undefined ? [] : namesToLeaveOut(not, chance));
  const wanted = [...allOf];
  if (anyOf.length > 0) wanted.push(pick(chance, anyOf));
  if (oneOf.length > 0) {
    const chosen = pick(chance, oneOf);
    wanted.push(chosen);
    // The value must not fit a second alternative.
    for (const other of oneOf.filter((each) => each !== chosen)) {
      for (const name of other.required ?? []) if (chosen.required?.includes(name) !== true) without.add(name);
    }
  }
  let merged: JsonSchema = own;
  for (const part of wanted) {
    const flat = chooseAlternatives(part, chance);
    merged = intersect(merged, flat.schema);
    for (const name of flat.without) without.add(name);
  }
  for (const name of merged.required ?? []) without.delete(name);
  return { schema: merged, without };
}

/** Chooses one field of each group that must not occur together. */
function namesToLeaveOut({ required = [], anyOf = [] }: JsonSchema, chance: Chance): readonly string[] {
  return [
    ...(required.length > 0 ? [pick(chance, required)] : []),
    ...anyOf.flatMap((each) => namesToLeaveOut(each, chance)),
  ];
}

/** Intersects two schemas, as far as keywords can express it. */
function intersect(left: JsonSchema, right: JsonSchema): JsonSchema {
  const parts: readonly (Partial<JsonSchema> | undefined)[] = [
    bounded(left, right, "minimum", "exclusiveMinimum", (a, b) => a >= b),
    bounded(left, right, "maximum", "exclusiveMaximum", (a, b) => a <= b),
    ...(["minLength", "minItems", "minProperties"] as const).map((name) => most(left, right, name, Math.max)),
    ...(["maxLength", "maxItems", "maxProperties"] as const).map((name) => most(left, right, name, Math.min)),
    both(left.required, right.required, (a, b) => ({ required: [...new Set([...a, ...b])] })),
    both(left.enum, right.enum, (a, b) => ({ enum: a.filter((each) => b.some((other) => isDeepEqual(each, other))) })),
    both(left.pattern, right.pattern, (a, b) => ({ pattern: a, allOf: [{ pattern: b }, ...(right.allOf ?? [])] })),
    both(left.properties, right.properties, (a, b) => ({ properties: intersectProperties(a, b) })),
    both(itemsOf(left), itemsOf(right), (a, b) => ({ items: intersect(a, b) })),
    both(additionalOf(left), additionalOf(right), (a, b) => ({ additionalProperties: intersect(a, b) })),
  ];
  return Object.assign({}, right, left, ...parts) as JsonSchema; // Each part is keywords of a schema.
}

type Properties = NonNullable<JsonSchema["properties"]>;

function intersectProperties(left: Properties, right: Properties): Properties {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(names.map((name) => [name, intersect(ownOr(left, name), ownOr(right, name))]));
}

function ownOr(properties: Properties, name: string): JsonSchema {
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
}

function both<T>(
  left: T | undefined,
  right: T | undefined,
  merge: (left: T, right: T) => Partial<JsonSchema>,
): Partial<JsonSchema> | undefined {
  return left === undefined || right === undefined ? undefined : merge(left, right);
}

type Limit = "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

function most(
  left: JsonSchema,
  right: JsonSchema,
  name: Limit,
  choose: (a: number, b: number) => number,
): Partial<JsonSchema> | undefined {
  return both(left[name], right[name], (a, b) => ({ [name]: choose(Number(a), Number(b)) }));
}

/** Returns the stricter of two bounds, with its exclusiveness. */
function bounded(
  left: JsonSchema,
  right: JsonSchema,
  bound: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
  isStricter: (a: number, b: number) => boolean,
): Partial<JsonSchema> | undefined {
  return both(left[bound], right[bound], (a, b) => {
    const chosen = isStricter(Number(a), Number(b)) ? left : right;
    return { [bound]: chosen[bound], [exclusive]: chosen[exclusive] ?? false };
  });
}
