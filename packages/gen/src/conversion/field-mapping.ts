/**
 * What of an object can be converted by name, and what only its author can say. A field that both versions have, with a type of the one that fits the
 * other, is copied; an object that both have in different forms is planned field by field; the rest is left open.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** How the fields of one object become those of another. */
export interface ObjectMapping {
  /** Names of fields that are copied. */
  readonly copied: readonly string[];
  /** Fields that are converted by nested mappings. */
  readonly nested: readonly NestedMapping[];
  /** Fields of the target that nothing says. */
  readonly open: readonly string[];
  /** Fields of the source that go nowhere. */
  readonly lost: readonly string[];
}

export interface NestedMapping {
  readonly name: string;
  /** One object, or each of a list, or each value of a map. */
  readonly each: "object" | "item" | "value";
  /** Whether the source may lack it. */
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
    // What may be absent cannot become what must be there.
    if (wanted === undefined || (isRequired(target, name) && !isRequired(source, name))) continue;
    if (fits(field, wanted)) copied.push(name);
    else nested.push(...nestedMappings(name, field, wanted, !isRequired(source, name)));
  }
  const done = new Set([...copied, ...nested.map(({ name }) => name)]);
  return {
    copied,
    nested,
    open: [...to.keys()].filter((name) => !done.has(name)),
    lost: [...from.keys()].filter((name) => !done.has(name)),
  };
}

/** Whether somebody has to say something. */
export function isOpen({ open, lost }: ObjectMapping): boolean {
  return open.length > 0 || lost.length > 0;
}

/** Whether somebody has to say something about it, or about what is in it. */
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

/** Whether every value of the source's type is one of the target's, as far as TypeScript's types go: bounds and patterns are not compared. */
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
