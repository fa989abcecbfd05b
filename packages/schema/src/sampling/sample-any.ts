// Samples JSON without a schema, for fields that preserve unknown fields.

import { setOwn } from "@kubewright/apimachinery";
import type { JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { Chance } from "./chance.ts";
import { pick } from "./chance.ts";
import { sampleInteger } from "./sample-number.ts";
import { anyText } from "./sample-pattern.ts";

/** Any value except null, with at most `depth` levels. */
export function anyValue(chance: Chance, depth: number): JsonValue {
  const kinds = depth > 0 ? [...scalars, "list", "object"] : scalars;
  switch (pick(chance, kinds)) {
    case "number":
      return sampleInteger({}, chance);
    case "fraction":
      return chance.int(1000) / 8;
    case "boolean":
      return chance.int(2) === 1;
    case "list":
      return Array.from({ length: chance.int(3) }, () => anyValue(chance, depth - 1));
    case "object":
      return anyObject(chance, depth - 1);
    default:
      return anyText(chance, chance.int(10));
  }
}

const scalars = ["text", "number", "fraction", "boolean"];

function anyObject(chance: Chance, depth: number): JsonValue {
  const object: MutableJsonObject = {};
  for (let count = chance.int(3); count > 0; count--) setOwn(object, anyKey(chance), anyValue(chance, depth));
  return object;
}

/** A key of a map: usually a name, sometimes an unusual string. */
export function anyKey(chance: Chance): string {
  return chance.int(8) === 0 ? pick(chance, unusualKeys) : anyText(chance, 1 + chance.int(8));
}

const unusualKeys = ["__proto__", "constructor", "", "a.b/c", "with space", "ä"];
