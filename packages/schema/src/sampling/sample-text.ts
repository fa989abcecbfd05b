// Texts that a schema may allow: by its pattern, by its format, else of the lengths at its limits and a little above.

import type { JsonSchema } from "../model/json-schema.ts";
import type { Chance } from "./chance.ts";
import { happens, integerBetween, pick } from "./chance.ts";
import { sampleFormat } from "./sample-format.ts";
import type { PatternSampler } from "./sample-pattern.ts";
import { anyText, createPatternSampler } from "./sample-pattern.ts";

/** Gives a text for a schema; `attempt` counts from 0 while none fits. Any caller still validates it. */
export type TextSampler = (schema: JsonSchema, attempt: number) => string;

/** Remembers the patterns it has taken apart. */
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
      return formatted ?? anyText(chance, lengthBetween(chance, minLength, maxLength));
    }
    // One pattern may imply the others, or each be about a part of the text: its start, its end.
    const wanted = happens(chance, 0.5) ? [pick(chance, patterns)] : patterns;
    const text = wanted.map((pattern) => byPattern(pattern, attempt)).join("");
    // A pattern without anchors leaves room for more characters.
    const missing = minLength - [...text].length;
    return missing > 0 && happens(chance, 0.5) ? text + anyText(chance, missing) : text;
  };
}

/** That of the schema itself, and those that all it allows must match as well. */
function patternsOf(schema: JsonSchema): readonly string[] {
  const own = schema.pattern === undefined || schema.pattern === "" ? [] : [schema.pattern];
  return [...own, ...(schema.allOf ?? []).flatMap(patternsOf)];
}

/** The shortest, the longest if it is no longer than a line, or a length near the shortest. */
function lengthBetween(chance: Chance, low: number, high: number): number {
  if (happens(chance, 0.15)) return low;
  if (high <= 120 && happens(chance, 0.15)) return high;
  return integerBetween(chance, low, Math.min(high, low + 12));
}
