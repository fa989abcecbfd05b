/** Parses the argument of a marker by its type. The type of `any` is guessed as in controller-gen. */
import { decodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import type { ArgumentType } from "./marker.ts";
import { ArgumentError, describeRest, expectCharacter, isEndOfText, peek, scanText, take } from "./scanner.ts";
import type { Scanner } from "./scanner.ts";

/** Reads one argument and moves the scanner behind it. */
export function parseArgument(scanner: Scanner, type: ArgumentType, insideList = false): JsonValue {
  switch (type) {
    case "int":
      return parseNumber(scanner, /-?\d+/y, "an integer");
    case "number":
      return parseNumber(scanner, numberPattern, "a number");
    case "bool":
      return parseBool(scanner);
    case "string":
      return scanText(scanner, false);
    case "any":
      return parseGuessed(scanner, insideList);
    case "raw":
      return takeRest(scanner).trim();
    case "json":
      return parseJson(scanner);
    default:
      return parseList(scanner, type.list);
  }
}

const numberPattern = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

function parseNumber(scanner: Scanner, pattern: RegExp, wanted: string): number {
  const start = scanner.offset;
  const text = take(scanner, pattern);
  const number = Number(text);
  if (text === undefined || !Number.isFinite(number) || !isEndOfText(peek(scanner), false)) {
    scanner.offset = start;
    throw new ArgumentError(`expected ${wanted}, found ${describeRest(scanner)}`, start);
  }
  if (wanted === "an integer" && !Number.isSafeInteger(number)) throw new ArgumentError(`${text} is too large`, start);
  return number;
}

function parseBool(scanner: Scanner): boolean {
  const start = scanner.offset;
  const text = take(scanner, /true|false/y);
  if (text !== undefined && isEndOfText(peek(scanner), false)) return text === "true";
  scanner.offset = start;
  throw new ArgumentError(`expected true or false, found ${describeRest(scanner)}`, start);
}

function parseJson(scanner: Scanner): JsonValue {
  const start = scanner.offset;
  const text = takeRest(scanner).trim();
  try {
    return decodeJson(text).value;
  } catch {
    const hint = /^[A-Za-z][\w-]*$/.test(text) ? `; write a string in quotes: ${JSON.stringify(text)}` : "";
    throw new ArgumentError(`expected a JSON value, found "${text}"${hint}`, start);
  }
}

function takeRest(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.offset);
  scanner.offset = scanner.text.length;
  return rest;
}

/** `{a, b}`, or the older notation `a;b`. */
function parseList(scanner: Scanner, item: "string" | "any"): readonly JsonValue[] {
  if (peek(scanner) === "{") return parseBraced(scanner, () => parseArgument(scanner, item, true));
  const items: JsonValue[] = [];
  if (peek(scanner) === "") return items;
  for (;;) {
    items.push(parseArgument(scanner, item, true));
    if (peek(scanner) !== ";") return items;
    scanner.offset++;
  }
}

function parseBraced(scanner: Scanner, parseItem: () => JsonValue): readonly JsonValue[] {
  const items: JsonValue[] = [];
  expectCharacter(scanner, "{");
  while (peek(scanner) !== "}") {
    items.push(parseItem());
    if (peek(scanner) === "}") break;
    expectCharacter(scanner, ",");
  }
  expectCharacter(scanner, "}");
  return items;
}

function parseMap(scanner: Scanner): JsonValue {
  const entries: [string, JsonValue][] = [];
  parseBraced(scanner, () => {
    const key = scanText(scanner, true);
    expectCharacter(scanner, ":");
    entries.push([key, parseArgument(scanner, "any", true)]);
    return null;
  });
  // Keys are data: fromEntries creates "__proto__" as an own property.
  return Object.fromEntries(entries);
}

function parseGuessed(scanner: Scanner, insideList: boolean): JsonValue {
  const first = peek(scanner);
  if (!insideList && first !== "{" && hasSemicolon(scanner)) return parseList(scanner, "any");
  if (first === "{")
    return looksLikeMap(scanner) ? parseMap(scanner) : parseBraced(scanner, () => parseArgument(scanner, "any", true));
  const start = scanner.offset;
  const plain = take(scanner, /true|false/y) ?? take(scanner, numberPattern);
  if (plain !== undefined && isEndOfText(peek(scanner), false)) {
    if (plain === "true" || plain === "false") return plain === "true";
    if (Number.isFinite(Number(plain))) return Number(plain);
  }
  scanner.offset = start;
  return scanText(scanner, false);
}

/** Whether the value at the scanner is the first of several separated by semicolons. */
function hasSemicolon({ text, offset }: Scanner): boolean {
  const ahead = { text, offset };
  scanText(ahead, false);
  return peek(ahead) === ";";
}

/** Whether braces contain a map: they are empty, or their first text is followed by a colon. */
function looksLikeMap({ text, offset }: Scanner): boolean {
  const ahead = { text, offset: offset + 1 };
  if (peek(ahead) === "}") return true;
  if (peek(ahead) === "{") return false;
  scanText(ahead, true);
  return peek(ahead) === ":";
}
