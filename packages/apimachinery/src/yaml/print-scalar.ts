/**
 * Prints scalars in the style of sigs.k8s.io/yaml. A scalar is plain if every reader resolves it to the same string. It is double-quoted if a
 * reader resolves it to another value (`yes`, `1.5`, `null`, a date), single-quoted if it contains indicators, and a literal block if it has
 * several lines. `resolvesToString` decides about the second case.
 */
import { resolvesToString } from "./plain-scalar.ts";

/**
 * Prints a number, boolean, null or string, whose lone surrogates become U+FFFD. `indent` applies to all lines after the first, which begins at `column`. A `column` of minus
 * infinity keeps the scalar on one line, which a key requires.
 *
 * @throws TypeError for a value that JSON does not have.
 */
export function printScalar(value: unknown, indent: number, column: number): string {
  switch (typeof value) {
    case "string":
      return printText(value.toWellFormed(), indent, column);
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      if (Number.isFinite(value)) return formatFloat(value);
      throw new TypeError(`Cannot print ${value} as YAML: JSON has no such number`);
    default:
      if (value === null) return "null";
      throw new TypeError(`Cannot print a value of type "${typeof value}" as YAML: JSON has no such value`);
  }
}

/** Prints a number as Go does: a float with an exponent from 1e6 on and below 1e-4, an integer with one if it exceeds 64 bits. */
export function formatFloat(value: number): string {
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const power = Number(exponent);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 64) return BigInt(value).toString();
  if (power >= -4 && power < 6) return String(value);
  const size = String(Math.abs(power)).padStart(2, "0");
  return `${digits}e${power < 0 ? "-" : "+"}${size}`;
}

/** A line breaks at the first space after this column. */
const lineWidth = 80;

function printText(text: string, indent: number, column: number): string {
  if (isWord(text)) return text;
  const isKey = column === -Infinity;
  if (text.includes("\n"))
    return !isKey && canBeBlock(text) ? printBlock(text, indent) : printDoubleQuoted(text, indent, column);
  if (isUnprintable(text)) return printDoubleQuoted(text, indent, column);
  if (!resolvesToString(text)) return printDoubleQuoted(text, indent, column);
  if (canBePlain(text)) return fold(text, indent, column);
  return `'${fold(text.replaceAll("'", "''"), indent, column + 1)}'`;
}

/** Fast path for most strings of a manifest: a name such as `replicas` or `io.k8s.api/v1`, which contains no indicator. */
function isWord(text: string): boolean {
  return /^[A-Za-z][\w./-]*$/.test(text) && resolvesToString(text);
}

/**
 * Whether the string contains a character that is printed as an escape: controls, tabs, separators, the byte order mark, and
 * characters beyond the first plane such as emoji, which YAML does not require but Go's printer does.
 */
function isUnprintable(text: string): boolean {
  return /[^\n\x20-\x7E\u00A0-\uD7FF\uE000-\uFFFD]|\u2028|\u2029|\uFEFF/u.test(text);
}

function canBeBlock(text: string): boolean {
  return !isUnprintable(text) && !/ (?:\n|$)/.test(text);
}

/** Whether the string contains no indicator and has no space at either end. */
function canBePlain(text: string): boolean {
  if (text === "" || text.startsWith(" ") || text.endsWith(" ")) return false;
  if (/^(?:---|\.\.\.)/.test(text)) return false;
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text) || /^[?:-](?: |$)/.test(text)) return false;
  return !/:(?: |$)| #/.test(text);
}

/** Breaks at the first single space after the line has become too long. */
function fold(text: string, indent: number, column: number): string {
  if (column + text.length <= lineWidth) return text;
  let printed = "";
  let at = column;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const isInner = index > 0 && index < text.length - 1;
    if (character === " " && isInner && at > lineWidth && text[index - 1] !== " " && text[index + 1] !== " ") {
      printed += `\n${" ".repeat(indent)}`;
      at = indent;
    } else {
      printed += character;
      at++;
    }
  }
  return printed;
}

const escapes: Readonly<Record<string, string | undefined>> = {
  "\0": "\\0",
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\u001B": "\\e",
  '"': '\\"',
  "\\": "\\\\",
  "\u0085": "\\N",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

function printDoubleQuoted(text: string, indent: number, column: number): string {
  const characters = [...text];
  let printed = '"';
  let at = column + 1;
  for (const [index, character] of characters.entries()) {
    const isInner = index > 0 && index < characters.length - 1;
    if (character === " " && isInner && at > lineWidth && characters[index - 1] !== " ") {
      // The break replaces this space. Another space at the start of the line would be lost.
      printed += `\n${" ".repeat(indent)}${characters[index + 1] === " " ? "\\" : ""}`;
      at = indent;
      continue;
    }
    const escaped = escapes[character] ?? (isUnprintable(character) ? escapeCode(character) : character);
    printed += escaped;
    at += [...escaped].length;
  }
  return `${printed}"`;
}

function escapeCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function printBlock(text: string, indent: number): string {
  const end = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomp = end === 0 ? "-" : end === 1 && text !== "\n" ? "" : "+";
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const lines = (end === 0 ? text : text.slice(0, -1)).split("\n");
  const space = " ".repeat(indent);
  return `|${hint}${chomp}\n${lines.map((line) => (line === "" ? "" : space + line)).join("\n")}`;
}
