// The `find` functions of Kubernetes, on patterns with linear time.

import type { Pattern } from "@kubewright/schema";
import { compilePattern, PatternError } from "@kubewright/schema";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member } from "../checking/declarations.ts";
import { intType, listOf, stringType } from "../types/type.ts";
import { ArrayList } from "../values/containers.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload } from "../values/value.ts";

/** `find` and `findAll`. */
export const regexFunctions: readonly FunctionDeclaration[] = [
  declare(
    "find",
    member("string_find_string", [stringType, stringType], stringType, (text: Value, pattern: Value) =>
      withPattern(pattern, (compiled) =>
        typeof text === "string" ? findFirstMatch(compiled, text) : noSuchOverload(),
      ),
    ),
  ),
  declare(
    "findAll",
    member("string_find_all_string", [stringType, stringType], listOf(stringType), (text: Value, pattern: Value) =>
      withPattern(pattern, (compiled) => findAllMatches(compiled, text, -1)),
    ),
    member(
      "string_find_all_string_int",
      [stringType, stringType, intType],
      listOf(stringType),
      (text: Value, pattern: Value, limit: Value) =>
        withPattern(pattern, (compiled) => findAllMatches(compiled, text, limit)),
    ),
  ),
];

/** The first match, or an empty string. */
export function findFirstMatch(pattern: Pattern, text: string): Value {
  return pattern.findAll(text, 1)[0] ?? "";
}

/** All matches, or the first `limit` if that is not negative. */
export function findAllMatches(pattern: Pattern, text: Value, limit: Value): Value {
  if (typeof text !== "string" || (typeof limit !== "number" && typeof limit !== "bigint")) return noSuchOverload();
  const count = limit < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  return new ArrayList([...pattern.findAll(text, count)]);
}

function withPattern(source: Value, use: (pattern: Pattern) => Value): Value {
  if (typeof source !== "string") return noSuchOverload();
  try {
    return use(compilePattern(source));
  } catch (error) {
    if (error instanceof PatternError) return new CelError(`Illegal regex: ${error.message}`);
    throw error;
  }
}
