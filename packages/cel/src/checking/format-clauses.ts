// The clauses of format strings: `%s`, `%d`, `%.2f`. The caller formats the arguments, so the checker
// can process a format string without values.

import { createdLengthMax, tooLong } from "../values/result-limits.ts";

/** A format string or an argument is wrong. The message is that of cel-go. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

/** Formats arguments. */
export interface FormatClauses<T> {
  /** The formatted argument; undefined if the clause does not fit it. */
  readonly format: (clause: string, argument: T, precision: number | undefined) => string | undefined;
  readonly typeName: (argument: T) => string;
}

/** The formatted string, and the number of arguments that it uses. */
export interface Formatted {
  readonly text: string;
  readonly count: number;
}

const allowed: ReadonlyMap<string, string> = new Map([
  ["d", "decimal clause can only be used on integers"],
  ["f", "fixed-point clause can only be used on doubles"],
  ["e", "scientific clause can only be used on doubles"],
  ["b", "only integers and bools can be formatted as binary"],
  ["x", "only integers, byte buffers, and strings can be formatted as hex"],
  ["X", "only integers, byte buffers, and strings can be formatted as hex"],
  ["o", "octal clause can only be used on integers"],
  [
    "s",
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  ],
]);

/** @throws {FormatError} for a wrong clause, a missing argument, or one that does not fit its clause. */
export function formatClauses<T>(format: string, args: readonly T[], clauses: FormatClauses<T>): Formatted {
  let text = "";
  let count = 0;
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf("%", at);
    if (percent === -1) return { text: text + format.slice(at), count };
    text += format.slice(at, percent);
    if (format[percent + 1] === "%") {
      text += "%";
      at = percent + 2;
      continue;
    }
    if (percent + 1 >= format.length) throw new FormatError("unexpected end of string");
    const argument = args[count];
    if (argument === undefined) throw new FormatError(`index ${count} out of range`);
    const { clause, precision, end } = parseClause(format, percent + 1);
    const formatted = clauses.format(clause, argument, precision);
    if (formatted === undefined) {
      const reason = `${allowed.get(clause) ?? ""}, was given ${clauses.typeName(argument)}`;
      throw new FormatError(`error during formatting: ${reason}`);
    }
    text += formatted;
    if (text.length > createdLengthMax) throw new FormatError(tooLong().message);
    at = end;
    count++;
  }
  return { text, count };
}

const int64Max = 2n ** 63n - 1n;

function parseClause(
  format: string,
  start: number,
): { readonly clause: string; readonly precision: number | undefined; readonly end: number } {
  let at = start;
  let precision: number | undefined;
  if (format[at] === ".") {
    const digits = /^\d*/.exec(format.slice(at + 1))?.[0] ?? "";
    at += 1 + digits.length;
    if (at >= format.length)
      throw clauseError("error while parsing precision: could not find end of precision specifier");
    const problem = digits === "" ? "invalid syntax" : BigInt(digits) > int64Max ? "value out of range" : undefined;
    if (problem !== undefined) {
      const reason = `strconv.Atoi: parsing "${digits}": ${problem}`;
      throw clauseError(`error while parsing precision: error while converting precision to integer: ${reason}`);
    }
    precision = Number(digits);
  }
  const clause = format.charAt(at);
  if (!allowed.has(clause)) throw clauseError(`unrecognized formatting clause "${clause}"`);
  return { clause, precision, end: at + 1 };
}

function clauseError(reason: string): FormatError {
  return new FormatError(`could not parse formatting clause: ${reason}`);
}
