// Patterns that are constants are compiled once, when the expression is.

import { compilePattern, PatternError } from "@kubewright/schema";
import { findAllMatches, findFirstMatch } from "../libraries/regex.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload } from "../values/value.ts";

/** A function whose second argument is a pattern, with that compiled; undefined for other functions. */
export function constantPattern(name: string, source: string): ((...args: Value[]) => Value) | CelError | undefined {
  if (name !== "matches" && name !== "find" && name !== "findAll") return undefined;
  try {
    const pattern = compilePattern(source);
    return (text, _pattern, limit = -1) => {
      if (typeof text !== "string") return noSuchOverload();
      if (name === "matches") return pattern.test(text);
      return name === "find" ? findFirstMatch(pattern, text) : findAllMatches(pattern, text, limit);
    };
  } catch (error) {
    if (error instanceof PatternError) return new CelError(error.message);
    throw error;
  }
}
