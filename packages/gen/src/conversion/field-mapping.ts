/**
 * The fields of an object that can be converted by name, and those that only the author can convert. A field that both versions have with
 * compatible types is copied. An object that differs between the versions is mapped field by field. All other fields are left open.
 */
import { append, isDeepEqual } from "@kubewright/apimachinery";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** How the fields of one object are converted to those of another. */
export interface ObjectMapping {
  /** Names of fields that are copied. */
  readonly copied: readonly string[];
  /** Fields that are converted by nested mappings. */
  readonly nested: readonly NestedMapping[];
  /** Fields of the target without a source. */
  readonly open: readonly string[];
  /** Fields of the source without a target. */
  readonly lost: readonly string[];
}

export interface NestedMapping {
  readonly name: string;
  /** Applies to one object, to each item of a list, or to each value of a map. */
  readonly each: "object" | "item" | "value";
  /** Whether the field may be absent in the source. */
  readonly optional: boolean;
  readonly mapping: ObjectMapping;
}

export function mapFields(source: JsonSchema, target: JsonSchema): ObjectMapping {
  const from = fieldsOf(source);
  const to = fieldsOf(target);
  const copied: string[] = [];
  const nested: NestedMapping[] = [];
  for (const [name, field] of from) {
    const wanted = to.get(name);
    // An optional field cannot become a required one.
    if (wanted === undefined || (isRequired(target, name) && !isRequired(source, name))) continue;
    if (fits(field, wanted)) copied.push(name);
    else append(nested, nestedMappings(name, field, wanted, !isRequired(source, name)));
  }
  const done = new Set([...copied, ...nested.map(({ name }) => name)]);
  return {
    copied,
    nested,
    open: [...to.keys()].filter((name) => !done.has(name)),
    lost: [...from.keys()].filter((name) => !done.has(name)),
  };
}

/** Whether the author has to write a conversion. */
export function isOpen({ open, lost }: ObjectMapping): boolean {
  return open.length > 0 || lost.length > 0;
}

/** Whether the author has to write a conversion for the object or for anything in it. */
export function hasOpen(mapping: ObjectMapping): boolean {
  return isOpen(mapping) || mapping.nested.some((nested) => hasOpen(nested.mapping));
}

function nestedMappings(
  name: string,
  source: JsonSchema,
  target: JsonSchema,
  optional: boolean,
): readonly NestedMapping[] {
  if (name === "__proto__" || source.nullable === true || target.nullable === true) return [];
  const pairs = [
    ["object", source, target],
    ["item", itemsOf(source), itemsOf(target)],
    ["value", additionalOf(source), additionalOf(target)],
  ] as const;
  for (const [each, from, to] of pairs) {
    const isPlain = from?.nullable !== true && to?.nullable !== true;
    if (from?.properties && to?.properties && isPlain) return [{ name, each, optional, mapping: mapFields(from, to) }];
  }
  return [];
}

/** Whether every value of the source's TypeScript type is a value of the target's type. Bounds and patterns are not compared. */
export function fits(source: JsonSchema, target: JsonSchema): boolean {
  if (source.type !== target.type || source.format !== target.format) return false;
  if (source.nullable === true && target.nullable !== true) return false;
  if (sameWords.some((word) => source[word] !== target[word])) return false;
  if (target.enum !== undefined) {
    const allowed = target.enum;
    const isAllowed = source.enum?.every((value) => allowed.some((other) => isDeepEqual(value, other))) ?? false;
    if (!isAllowed) return false;
  }
  const parts = [
    [itemsOf(source), itemsOf(target)],
    [additionalOf(source), additionalOf(target)],
  ] as const;
  if (!parts.every(([from, to]) => (from === undefined ? to === undefined : to !== undefined && fits(from, to)))) {
    return false;
  }
  const to = fieldsOf(target);
  const from = fieldsOf(source);
  if (to.size !== from.size) return false;
  return [...from].every(([name, field]) => {
    const wanted = to.get(name);
    return wanted !== undefined && fits(field, wanted) && (isRequired(source, name) || !isRequired(target, name));
  });
}

const sameWords = [
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
] as const;

function fieldsOf({ properties = {} }: JsonSchema): ReadonlyMap<string, JsonSchema> {
  return new Map(Object.entries(properties));
}

function isRequired({ required = [] }: JsonSchema, name: string): boolean {
  return required.includes(name);
}
