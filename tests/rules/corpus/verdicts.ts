/** The result of each rule of a definition for the objects of the definition. */
import type { JsonValue } from "@kubewright/apimachinery";
import { applyMergePatch, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import { CelError, compileRule, declareSchema } from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { RuledDefinition } from "./schema.ts";
import { withoutRejectedRules } from "./schema.ts";

export type Verdict = "true" | "false" | "error";

/** The verdicts of each rule that a server accepts, by the rule's place: `spec.ports[]#0`. */
export function verdictsOf({
  spec,
  creates,
  updates = [],
}: RuledDefinition): ReadonlyMap<string, ReadonlySet<Verdict>> {
  const schema = withoutRejectedRules(spec);
  const verdicts = new Map<string, Set<Verdict>>();
  const writes = [
    ...creates.map((value) => ({ value, old: undefined })),
    ...updates.flatMap(({ from, to }) => [
      { value: from, old: undefined },
      ...to.map((changes) => ({ value: applyMergePatch(from, changes), old: from })),
    ]),
  ];
  visit(schema, writes, "spec", verdicts);
  return verdicts;
}

/** A value, and what it replaces. */
interface Write {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
}

function visit(schema: JsonSchema, writes: readonly Write[], at: string, verdicts: Map<string, Set<Verdict>>): void {
  const declared = declareSchema(schema, { isResource: schema["x-kubernetes-embedded-resource"] === true });
  for (const [index, rule] of (schema["x-kubernetes-validations"] ?? []).entries()) {
    const compiled = compileRule(rule, declared);
    const applies = ({ old }: Write): boolean =>
      !compiled.usesOldSelf || rule.optionalOldSelf === true || (old !== undefined && old !== null);
    const found = writes.filter(applies).map(({ value, old }) => compiled.evaluate(value, old).value);
    verdicts.set(
      `${at}#${index}`,
      new Set(found.map((value) => (value instanceof CelError ? "error" : value === true ? "true" : "false"))),
    );
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visit(
      property,
      present(writes.map(({ value, old }) => [fieldOf(value, name), fieldOf(old, name)])),
      `${at}.${name}`,
      verdicts,
    );
  }
  const items = itemsOf(schema);
  if (items !== undefined)
    visit(items, present(writes.flatMap((write) => itemPairs(write, schema))), `${at}[]`, verdicts);
  const values = additionalOf(schema);
  if (values === undefined) return;
  const pairs = writes.flatMap(({ value, old }) =>
    isJsonObject(value) ? Object.keys(value).map((key) => [value[key], fieldOf(old, key)] as const) : [],
  );
  visit(values, present(pairs), `${at}.*`, verdicts);
}

type Pair = readonly [value: JsonValue | undefined, old: JsonValue | undefined];

/** Rules are not evaluated on values that are absent or null. */
function present(pairs: readonly Pair[]): readonly Write[] {
  return pairs.flatMap(([value, old]) => (value === undefined || value === null ? [] : [{ value, old }]));
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Items with the old items of the same keys, which only lists of type `map` have. */
function itemPairs({ value, old }: Write, schema: JsonSchema): readonly Pair[] {
  if (!isJsonArray(value)) return [];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const hasKeys = (item: JsonValue, other: JsonValue): boolean =>
    keys.every((key) => fieldOf(item, key) === fieldOf(other, key));
  const oldItems = keys.length > 0 && isJsonArray(old) ? old : [];
  return value.map((item) => [item, oldItems.find((other) => hasKeys(item, other))] as const);
}
