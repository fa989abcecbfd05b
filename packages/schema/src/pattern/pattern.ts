// Patterns from requests run on an engine in linear time, as upstream's: a pattern such as (a+)+$ must not stop the server. RE2
// syntax: no backreferences, no look-around.
// https://github.com/google/re2/wiki/Syntax

import type * as Re2Module from "re2js";
import type { RE2JS } from "re2js";
import { findAllSimple, simplePattern } from "./simple-pattern.ts";

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern matches anywhere in the string. */
  test(text: string): boolean;
  /** Returns the matches in a string, from left to right, at most `limit`. An empty match next to another match is omitted. */
  findAll(text: string, limit?: number): readonly string[];
}

/** A string that is not RE2 syntax. The message continues "error parsing regexp". */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** How many patterns are kept: a pattern that was checked is compiled next, and schemas repeat patterns. */
const keptPatterns = 32;
/** The longest pattern that is kept. */
const keptLength = 500;
const kept = new Map<string, Pattern>();

/** @throws {PatternError} when the string is not RE2 syntax. */
export function compilePattern(source: string): Pattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  const simple = simplePattern(source);
  const pattern: Pattern = {
    // Unlike a matcher, `test` computes no groups and runs on the engine's automaton.
    test: (text) => compiled.test(text),
    findAll: (text, limit = Number.POSITIVE_INFINITY) =>
      simple === undefined ? findAll(compiled, text, limit) : findAllSimple(simple, text, limit),
  };
  if (source.length <= keptLength) keep(source, pattern);
  return pattern;
}

function keep(source: string, pattern: Pattern): void {
  const [oldest] = kept.keys();
  if (kept.size >= keptPatterns && oldest !== undefined) kept.delete(oldest);
  kept.set(source, pattern);
}

function findAll(pattern: RE2JS, text: string, limit: number): readonly string[] {
  const found: string[] = [];
  const matcher = pattern.matcher(text);
  let end = -1;
  while (found.length < limit && matcher.find()) {
    const start = matcher.start();
    const isEmptyNeighbour = start === matcher.end() && start === end;
    end = matcher.end();
    if (!isEmptyNeighbour) found.push(text.slice(start, end));
  }
  return found;
}

const duplicateName = /duplicate capture group name/;
const trailingBackslash = /trailing backslash at end of expression$/;

function compile(source: string, shown: string = source): RE2JS {
  try {
    return engine().RE2JS.compile(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Go allows two groups of one name. Groups are not used here, so the names can be removed.
    if (duplicateName.test(message) && source === shown) return compile(withoutNames(source), shown);
    const shownMessage = message.replace(source, () => shown);
    throw new PatternError(trailingBackslash.test(shownMessage) ? `${shownMessage}: \`\`` : shownMessage, {
      cause: error,
    });
  }
}

/** Removes the names of groups. Parentheses that are escaped, quoted or in a class do not begin groups. */
function withoutNames(source: string): string {
  return source.replaceAll(/\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?P?<\w+>/gsu, (found) =>
    found.startsWith("(?") ? "(" : found,
  );
}

let loaded: typeof Re2Module | undefined;

/**
 * The engine, which is loaded with the first pattern: it takes 11 ms and 6 MB, and many servers never see a pattern. It is resolved from the folder
 * of this package, also in the bundled command line, which does not depend on it.
 */
function engine(): typeof Re2Module {
  if (loaded !== undefined) return loaded;
  const { createRequire, findPackageJSON } = process.getBuiltinModule("node:module");
  const manifest = findPackageJSON("@kubewright/schema", import.meta.url) ?? import.meta.url;
  loaded = createRequire(manifest)("re2js") as typeof Re2Module; // Its types are those of the package.
  return loaded;
}
