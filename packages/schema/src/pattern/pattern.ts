// Patterns from outside run on an engine whose time grows with the length of the text only, as upstream's does: a pattern
// such as (a+)+$ must not stop the server. RE2 syntax: no backreferences, no look-around.
// https://github.com/google/re2/wiki/Syntax

import { RE2JS } from "re2js";

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern matches anywhere in the text. */
  test(text: string): boolean;
}

/** A text that is not a pattern. The message continues "error parsing regexp". */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** @throws {PatternError} when the text is not RE2 syntax. */
export function compilePattern(source: string): Pattern {
  try {
    const compiled = RE2JS.compile(source);
    return { test: (text) => compiled.matcher(text).find() };
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
