// The compiled rules of a schema node. A definition is checked when it is written, and its rules are evaluated on schemas that are read from what was
// stored: other objects with the same content. So compiled rules are kept by content: a version that an update leaves unchanged keeps its rules.

import { encodeJson } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { declareSchema } from "../schemas/declared-schema.ts";
import type { CompiledRule } from "./rule.ts";
import { compileRule } from "./rule.ts";

/** The most characters of schemas whose rules are kept. */
const keptCharactersMax = 4_000_000;

const kept = new Map<string, readonly CompiledRule[]>();
let keptCharacters = 0;

/** The compiled rules of a node; `undefined` if expressions cannot read its values. */
export function compiledRules(schema: JsonSchema, isResource: boolean): readonly CompiledRule[] | undefined {
  const key = `${isResource}${encodeJson(schema)}`;
  const known = kept.get(key);
  if (known !== undefined) {
    // The least recently used rules come first.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const declared = declareSchema(schema, { isResource });
  if (declared.type === undefined) return undefined;
  const rules = (schema["x-kubernetes-validations"] ?? []).map((rule) => compileRule(rule, declared));
  keep(key, rules);
  return rules;
}

function keep(key: string, rules: readonly CompiledRule[]): void {
  kept.set(key, rules);
  keptCharacters += key.length;
  for (const oldest of kept.keys()) {
    if (keptCharacters <= keptCharactersMax) return;
    kept.delete(oldest);
    keptCharacters -= oldest.length;
  }
}
