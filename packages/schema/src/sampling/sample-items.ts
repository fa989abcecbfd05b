// Samples lists with a valid number of items. Items of sets and maps are unique.

import { getOwn, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import { applyDefaults } from "../defaulting/apply-defaults.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import { itemsOf } from "../model/walk.ts";
import { canonicalText } from "../validation/canonical.ts";
import { happens, integerBetween } from "./chance.ts";
import type { NodeSampler, Sampled } from "./node-sampler.ts";

/** A list of about `size` nodes. */
export function sampleItems(schema: JsonSchema, size: number, sampler: NodeSampler): Sampled {
  const { minItems = 0, maxItems = Infinity } = schema;
  const items = itemsOf(schema) ?? { "x-kubernetes-preserve-unknown-fields": true };
  const count = countOf(Number(minItems), Number(maxItems), size, sampler);
  const list: JsonValue[] = [];
  const keys = new Set<string>();
  let problem = `it has fewer than ${minItems} items that differ`;
  // Items with few possible values, such as those of an enumeration, repeat often.
  for (let tries = 0; list.length < count && tries < count + 50; tries++) {
    const item = sampler.sample(items, (size - 1) / count);
    if (item.value === undefined) {
      problem = item.problem;
      break;
    }
    const key = keyOf(applyDefaults(item.value, items), schema, list.length);
    if (keys.has(key)) continue;
    keys.add(key);
    list.push(item.value);
  }
  return list.length >= minItems ? { value: list } : { value: undefined, problem };
}

function countOf(minItems: number, maxItems: number, size: number, { chance }: NodeSampler): number {
  if (size < 1) return minItems;
  if (maxItems <= 10 && happens(chance, 0.15)) return maxItems;
  return integerBetween(chance, minItems, Math.min(maxItems, minItems + 3));
}

/** The part of an item that must be unique. */
function keyOf(item: JsonValue, schema: JsonSchema, index: number): string {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return canonicalText(item);
    case "map": {
      const keys: MutableJsonObject = {};
      for (const name of schema["x-kubernetes-list-map-keys"] ?? []) {
        const value = isJsonObject(item) ? getOwn(item, name) : undefined;
        if (value !== undefined) setOwn(keys, name, value);
      }
      return canonicalText(keys);
    }
    default:
      return String(index);
  }
}
