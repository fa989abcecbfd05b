// Samples strings for a schema: from its pattern or its format, otherwise with a length at or near its limits.

import type { JsonSchema } from "../model/json-schema.ts";
import type { Chance } from "./chance.ts";
import { happens, integerBetween, pick } from "./chance.ts";
import { sampleFormat } from "./sample-format.ts";
import type { PatternSampler } from "./sample-pattern.ts";
import { anyText, createPatternSampler } from "./sample-pattern.ts";

/** Samples a string for a schema. `attempt` counts from 0 until a sample is valid. Callers must validate it. */
export type TextSampler = (schema: JsonSchema, attempt: number) => string;

/** Creates a sampler, which caches parsed patterns. */
export function createTextSampler(chance: Chance): TextSampler {
  const samplers = new Map<string, PatternSampler>();

  function byPattern(source: string, attempt: number): string {
    const sampler = samplers.get(source) ?? createPatternSampler(source);
    samplers.set(source, sampler);
    return sampler.sample(chance, (attempt % 20) + integerBetween(chance, 0, 4));
  }

  return (schema, attempt) => {
    const { minLength = 0, maxLength = Infinity, format = "" } = schema;
    const patterns = patternsOf(schema);
    const formatted = format === "" ? undefined : sampleFormat(format, chance);
    if (patterns.length === 0 || (formatted !== undefined && happens(chance, 0.3))) {
      return formatted ?? anyText(chance, lengthBetween(chance, Number(minLength), Number(maxLength)));
    }
    // One pattern may imply the others, or each may concern a part of the string.
    const wanted = happens(chance, 0.5) ? [pick(chance, patterns)] : patterns;
    const text = wanted.map((pattern) => byPattern(pattern, attempt)).join("");
    // A pattern without anchors permits additional characters.
    const missing = Number(minLength) - [...text].length;
    return missing > 0 && happens(chance, 0.5) ? text + anyText(chance, missing) : text;
  };
}

/** The pattern of the schema and those in `allOf`. */
function patternsOf(schema: JsonSchema): readonly string[] {
  const own = schema.pattern === undefined || schema.pattern === "" ? [] : [schema.pattern];
  return [...own, ...(schema.allOf ?? []).flatMap(patternsOf)];
}

/** The minimum, the maximum if it is short, or a length near the minimum. */
function lengthBetween(chance: Chance, low: number, high: number): number {
  if (happens(chance, 0.15)) return low;
  if (high <= 120 && happens(chance, 0.15)) return high;
  return integerBetween(chance, low, Math.min(high, low + 12));
}
