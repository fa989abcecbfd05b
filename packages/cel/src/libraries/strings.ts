// The extended string functions. Positions count code points.

import type { Overload } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import { dynType, intType, listOf, stringType } from "../types/type.ts";
import { codePointCount, positionOf, unitIndexOf, unitsAt } from "../values/code-points.ts";
import { ArrayList } from "../values/containers.ts";
import { formatGoValue, formatValue, typeOfValue } from "../values/describe.ts";
import type { Int } from "../values/numbers.ts";
import { createdLengthMax, tooLong } from "../values/result-limits.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, noSuchOverload } from "../values/value.ts";
import { formatClauses, FormatError } from "../checking/format-clauses.ts";
import { formatArgument } from "./format-values.ts";
import type { Library } from "./library.ts";

/** `charAt`, `format`, `indexOf`, `join`, `lowerAscii`, `replace`, `split`, `strings.quote`, `substring`, `trim`, ... */
export const stringLibrary: Library = {
  name: "strings",
  functions: [
    declare("charAt", text("string_char_at_int", "i", stringType, charAt)),
    declare(
      "indexOf",
      text("string_index_of_string", "s", intType, (value, part) => indexOf(value, part as string, 0)),
      text("string_index_of_string_int", "si", intType, (value, part, offset) =>
        indexOf(value, part as string, offset as Int),
      ),
    ),
    declare(
      "lastIndexOf",
      text("string_last_index_of_string", "s", intType, (value, part) => lastIndexOf(value, part as string)),
      text("string_last_index_of_string_int", "si", intType, (value, part, offset) =>
        lastIndexOf(value, part as string, offset as Int),
      ),
    ),
    declare(
      "lowerAscii",
      text("string_lower_ascii", "", stringType, (value) => value.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase())),
    ),
    declare(
      "replace",
      text("string_replace_string_string", "ss", stringType, (value, old, by) =>
        replace(value, old as string, by as string, -1),
      ),
      text("string_replace_string_string_int", "ssi", stringType, (value, old, by, limit) =>
        replace(value, old as string, by as string, Number(limit)),
      ),
    ),
    declare(
      "split",
      text("string_split_string", "s", listOf(stringType), (value, separator) => split(value, separator as string, -1)),
      text("string_split_string_int", "si", listOf(stringType), (value, separator, limit) =>
        split(value, separator as string, Number(limit)),
      ),
    ),
    declare(
      "substring",
      text("string_substring_int", "i", stringType, (value, start) => substring(value, start as Int)),
      text("string_substring_int_int", "ii", stringType, (value, start, end) =>
        substringRange(value, start as Int, end as Int),
      ),
    ),
    declare("trim", text("string_trim", "", stringType, trim)),
    declare(
      "upperAscii",
      text("string_upper_ascii", "", stringType, (value) => value.replaceAll(/[a-z]+/g, (run) => run.toUpperCase())),
    ),
    declare("format", member("string_format", [stringType, listOf(dynType)], stringType, format)),
    declare("strings.quote", overload("strings_quote", [stringType], stringType, quote)),
    declare(
      "join",
      member("list_join", [listOf(stringType)], stringType, (list: Value) => join(list, "")),
      member("list_join_string", [listOf(stringType), stringType], stringType, join),
    ),
  ],
};

/** `text.reverse()`, which Kubernetes does not enable. */
export const stringReverseLibrary: Library = {
  name: "strings reverse",
  functions: [
    declare(
      "reverse",
      text("string_reverse", "", stringType, (value) => Array.from(value).toReversed().join("")),
    ),
  ],
};

// Signatures: `s` is a string, `i` an int. The planner compares arguments with them before it calls.
function text(
  id: string,
  args: string,
  result: Overload["result"],
  call: (text: string, ...args: Value[]) => Value,
): Overload {
  const types = Array.from(args, (letter) => (letter === "s" ? stringType : intType));
  return member(id, [stringType, ...types], result, (first: Value, ...rest: Value[]) =>
    typeof first === "string" ? call(first, ...rest) : noSuchOverload(),
  );
}

function outOfRange(index: Value): CelError {
  return new CelError(`index out of range: ${formatValue(index)}`);
}

function charAt(value: string, index: Value): Value {
  const at = unitIndexOf(value, Number(index));
  if (at === undefined) return outOfRange(index);
  return value.slice(at, at + unitsAt(value, at));
}

function indexOf(value: string, part: string, offset: Int): Value {
  if (part === "") return offset;
  if (offset < 0) return outOfRange(offset);
  const from = unitIndexOf(value, Number(offset));
  if (from === undefined || from === value.length) return -1;
  const found = value.indexOf(part, from);
  return found === -1 ? -1 : positionOf(value, found);
}

function lastIndexOf(value: string, part: string, offset?: Int): Value {
  if (part === "") return offset ?? codePointCount(value);
  if (offset !== undefined && offset < 0) return outOfRange(offset);
  const from = offset === undefined ? value.length : unitIndexOf(value, Number(offset));
  if (from === undefined || (offset !== undefined && from === value.length)) return -1;
  const found = value.lastIndexOf(part, from);
  return found === -1 ? -1 : positionOf(value, found);
}

function replace(value: string, old: string, by: string, limit: number): Value {
  const countMax = limit < 0 ? Number.POSITIVE_INFINITY : limit;
  const count = Math.min(old === "" ? codePointCount(value) + 1 : occurrences(value, old), countMax);
  if (value.length + count * (by.length - old.length) > createdLengthMax) return tooLong();
  if (old === "") return replaceEmpty(value, by, countMax);
  if (limit < 0) return value.replaceAll(old, () => by);
  const parts = value.split(old);
  return parts.slice(0, limit + 1).join(by) + rest(parts, limit + 1, old);
}

function occurrences(value: string, part: string): number {
  let count = 0;
  for (let at = value.indexOf(part); at !== -1; at = value.indexOf(part, at + part.length)) count++;
  return count;
}

function rest(parts: readonly string[], from: number, separator: string): string {
  return parts.length <= from ? "" : separator + parts.slice(from).join(separator);
}

// An empty string is found before each character and at the end.
function replaceEmpty(value: string, by: string, limit: number): string {
  const characters = Array.from(value);
  if (limit > characters.length) return `${by}${characters.join(by)}${characters.length === 0 ? "" : by}`;
  return by.repeat(Math.min(limit, 1)) + characters.slice(0, limit).join(by) + characters.slice(limit).join("");
}

function split(value: string, separator: string, limit: number): Value {
  if (limit === 0) return new ArrayList([]);
  const parts = separator === "" ? Array.from(value) : value.split(separator);
  if (limit < 0 || parts.length <= limit) return new ArrayList([...parts]);
  return new ArrayList([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)]);
}

function substring(value: string, start: Int): Value {
  const from = unitIndexOf(value, Number(start));
  return from === undefined ? outOfRange(start) : value.slice(from);
}

function substringRange(value: string, start: Int, end: Int): Value {
  if (start > end) return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  const [from, to] = [unitIndexOf(value, Number(start)), unitIndexOf(value, Number(end))];
  if (from === undefined) return outOfRange(start);
  return to === undefined ? outOfRange(end) : value.slice(from, to);
}

/** Removes Go's white space, which lacks the byte order mark and has the next line. A pattern such as ` +$` would begin again at each space. */
function trim(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isSpace(value.charAt(start))) start++;
  while (end > start && isSpace(value.charAt(end - 1))) end--;
  return value.slice(start, end);
}

function isSpace(character: string): boolean {
  return /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/.test(character);
}

function join(list: Value, separator: Value): Value {
  if (!(list instanceof ListValue) || typeof separator !== "string") return noSuchOverload();
  let joined = "";
  for (let index = 0; index < list.size; index++) {
    const item = list.at(index);
    if (typeof item !== "string") return new CelError(`join: invalid input: ${formatGoValue(item)}`);
    joined += (index === 0 ? "" : separator) + item;
  }
  return joined;
}

const quotes: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

function quote(value: Value): Value {
  if (typeof value !== "string") return noSuchOverload();
  let quoted = "";
  for (const character of value.toWellFormed()) quoted += quotes.get(character) ?? character;
  return `"${quoted}"`;
}

function format(template: Value, args: Value): Value {
  if (typeof template !== "string" || !(args instanceof ListValue)) return noSuchOverload();
  try {
    const clauses = { format: formatArgument, typeName: (value: Value) => typeOfValue(value).name };
    return formatClauses(template, args.items(), clauses).text;
  } catch (error) {
    if (error instanceof FormatError) return new CelError(error.message);
    throw error;
  }
}
