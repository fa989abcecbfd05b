// The duplicate keys of a YAML document.
import { itemsPerStep, jsonDepthMax } from "@kubewright/apimachinery";
import type { Steps } from "@kubewright/apimachinery";
import type * as YamlModule from "yaml";
import { FloatKey } from "./yaml-scalar.ts";

/**
 * In steps, the errors of repeated keys, as kube-apiserver's parser reports them: with the line of the repeated value, after those of the value. Throws for
 * keys that are not scalars, and for a map that is nested too deeply.
 */
export function* duplicateKeysOf(
  { isMap, isNode, isScalar, isSeq }: typeof YamlModule,
  { contents }: YamlModule.Document.Parsed,
  lineCounter: YamlModule.LineCounter,
): Steps<readonly string[]> {
  const errors: string[] = [];
  let visited = 0;
  const visit = function* (node: unknown, depth: number): Steps<void> {
    if (isSeq(node)) {
      for (const item of node.items) {
        if (++visited % itemsPerStep === 0) yield;
        if (isSeq(item) || isMap(item)) yield* visit(item, depth + 1);
      }
      return;
    }
    if (!isMap(node)) return;
    if (depth > jsonDepthMax) throw new Error(`exceeded max depth of ${jsonDepthMax}`);
    const seen = new Set<unknown>();
    const seenFloats = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (++visited % itemsPerStep === 0) yield;
      if (!isScalar(key)) throw new Error(`invalid map key: ${isMap(key) ? "a map" : "a list"}`);
      if (isSeq(value) || isMap(value)) yield* visit(value, depth + 1);
      const isFloat = key.value instanceof FloatKey;
      const name: unknown = key.value instanceof FloatKey ? key.value.value : key.value;
      // To Go, the keys `1.0` and `1` are different.
      const known = isFloat ? seenFloats : seen;
      if (known.has(name)) {
        const { line } = lineCounter.linePos((isNode(value) ? value : key).range?.[0] ?? 0);
        errors.push(`line ${line}: key ${shownKey(name)} already set in map`);
      }
      known.add(name);
    }
  };
  yield* visit(contents, 1);
  return errors;
}

/** A merge key is a symbol. */
function shownKey(key: unknown): string {
  const name = typeof key === "symbol" ? key.description : key;
  return typeof name === "string" ? JSON.stringify(name) : String(name);
}
