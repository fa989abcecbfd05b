// Reads YAML request bodies. The parser is loaded with the first YAML document, since most servers never receive one.
//
// The cost of a document is bounded by its size: the number of aliases and the depth are limited before the value is built, and tags resolve only to JSON
// values.
import { createRequire } from "node:module";
import { itemsPerStep, jsonDepthMax, setOwn, shouldYield, whenDone, workOf } from "@kubewright/apimachinery";
import type { JsonValue, Steps, Work } from "@kubewright/apimachinery";
import type * as YamlModule from "yaml";
import { parseAsJson } from "./yaml-as-json.ts";
import { composeFirst } from "./yaml-document.ts";
import { duplicateKeysOf } from "./yaml-duplicates.ts";
import { nameOfKey, unsupportedKey } from "./yaml-key.ts";
import type { YamlKey } from "./yaml-key.ts";
import { resolvePlain, resolvePlainKey } from "./yaml-scalar.ts";
import type { ScalarValue } from "./yaml-scalar.ts";

/** The number of aliases that a document may resolve. Manifests use a few; an alias bomb resolves billions. */
const aliasCountMax = 100;

/**
 * The number of tokens that a document may have: those of 200,000 items of a list. The parser needs a microsecond and 250 bytes for each, so a body of three
 * megabytes could take a gigabyte without a limit. The largest known CRDs have less than a tenth of it.
 */
const tokensMax = 1_000_000;
/** The tokens of shorter documents are not counted. */
const countedLengthMin = 64 * 1024;

const tooDeep = `yaml: exceeded max depth of ${jsonDepthMax}`;

/** An invalid YAML document. The message is that of the parser, with the line. */
export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** A parsed document. */
export interface ParsedYaml {
  readonly value: unknown;
  /** The errors of strict parsing: `line 7: key "a" already set in map`. */
  readonly strictErrors: readonly string[];
}

/**
 * Parses the first document, in steps. Reports duplicate keys; the last value counts. JSON is YAML, too, and its parser is faster.
 *
 * @throws {YamlError} for invalid YAML, and for a document that exceeds a limit.
 */
export function parseYaml(text: string): Work<ParsedYaml> {
  return whenDone(parseAsJson(text), (json) =>
    json === undefined ? workOf(parseText(text)) : { ...json, strictErrors: [] },
  );
}

function* parseText(text: string): Steps<ParsedYaml> {
  assertShallow(text);
  if (text.length >= countedLengthMin) yield* assertFewTokens(text);
  try {
    return yield* parseFirst(text);
  } catch (error) {
    // The parser recurses, so block collections that are nested too deeply overflow its stack. That is an error of the document, too.
    if (error instanceof YamlError) throw error;
    if (error instanceof RangeError)
      throw new YamlError("yaml: a value contains itself, or is nested too deeply", { cause: error });
    throw new YamlError(`yaml: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function* assertFewTokens(text: string): Steps<void> {
  const { Lexer } = loadYaml();
  let count = 0;
  for (const _ of new Lexer().lex(text)) {
    if (++count > tokensMax) throw new YamlError(`yaml: a document of more than ${tokensMax} tokens is too large`);
    if (count % itemsPerStep === 0) yield;
  }
}

function* parseFirst(text: string): Steps<ParsedYaml> {
  const { LineCounter, isAlias, isScalar } = loadYaml();
  const lineCounter = new LineCounter();
  const document = yield* composeFirst(loadYaml(), text, lineCounter);
  if (shouldYield()) yield;
  if (document === undefined) return { value: null, strictErrors: [] };
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser recurses, and reports that its stack overflows as an error of the document.
    if (error.message.startsWith("Maximum call stack")) throw new YamlError(tooDeep);
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlError(`yaml: ${error.message} at line ${line}, column ${col}:`, { cause: error });
  }

  let hasAliases = false;
  yield* eachNode(document, (node, isKey) => {
    if (isScalar(node)) node.value = scalarValueOf(node, isKey);
    else if (isAlias(node)) hasAliases = true;
  });
  const strictErrors = yield* duplicateKeysOf(loadYaml(), document, lineCounter);
  if (!hasAliases) return { value: yield* plainOfNode(document.contents), strictErrors };
  // The parser builds a Map, so that __proto__ is an ordinary key.
  const maps: unknown = document.toJS({ maxAliasCount: aliasCountMax, mapAsMap: true });
  if (shouldYield()) yield;
  return { value: plainOf(maps), strictErrors };
}

type VisitNode = (node: unknown, isKey: boolean) => void;

/** In steps, visits all nodes in the order of the document. */
function* eachNode({ contents }: YamlModule.Document.Parsed, visit: VisitNode): Steps<void> {
  const { isMap, isSeq } = loadYaml();
  let visited = 0;
  const visitBelow = function* (node: unknown): Steps<void> {
    if (isSeq(node)) {
      for (const item of node.items) {
        if (++visited % itemsPerStep === 0) yield;
        visit(item, false);
        if (isSeq(item) || isMap(item)) yield* visitBelow(item);
      }
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (++visited % itemsPerStep === 0) yield;
        visit(key, true);
        if (isSeq(key) || isMap(key)) yield* visitBelow(key);
        visit(value, false);
        if (isSeq(value) || isMap(value)) yield* visitBelow(value);
      }
    }
  };
  visit(contents, false);
  yield* visitBelow(contents);
}

/** Represents the key `<<`. https://yaml.org/type/merge.html */
const mergeKey: unique symbol = Symbol("<<");

/** The value of a scalar: a plain scalar is resolved, a quoted one is a string, and a tag determines the type. */
function scalarValueOf({ type, tag, source = "", value }: YamlModule.Scalar, isKey: boolean): unknown {
  switch (tag) {
    case undefined:
      if (type !== "PLAIN") return value;
      if (isKey) return source === "<<" ? mergeKey : resolvePlainKey(source);
      return resolvePlain(source);
    case `${coreTag}binary`:
      return Buffer.from(source, "base64").toString();
    case `${coreTag}bool`:
      return tagged(source, tag, (found) => typeof found === "boolean");
    case `${coreTag}int`:
      return tagged(source, tag, (found) => typeof found === "bigint" || Number.isInteger(found));
    case `${coreTag}float`:
      return tagged(source, tag, (found) => typeof found === "bigint" || typeof found === "number");
    case `${coreTag}null`:
      return tagged(source, tag, (found) => found === null);
    default:
      return value;
  }
}

const coreTag = "tag:yaml.org,2002:";

function tagged(source: string, tag: string, fits: (found: ScalarValue) => boolean): ScalarValue {
  const found = resolvePlain(source);
  if (fits(found)) return found;
  throw new YamlError(`yaml: cannot decode \`${source}\` as a !!${tag.slice(coreTag.length)}`);
}

function loadYaml(): typeof YamlModule {
  // It is synchronous, so that the order of requests does not depend on the file system.
  return createRequire(import.meta.url)("yaml") as typeof YamlModule;
}

/** Rejects deep nesting before the parser recurses into it. */
function assertShallow(text: string): void {
  let open = 0;
  let dashes = 0; // Lists in lists on one line: "- - - a".
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === dash) dashes++;
    else if (character !== space) dashes = 0;
    if (dashes > jsonDepthMax) throw new YamlError(tooDeep);
    if (character === openBrace || character === openBracket) open++;
    else if ((character === closeBrace || character === closeBracket) && open > 0) open--;
    if (open > jsonDepthMax) throw new YamlError(tooDeep);
  }
}

const space = 0x20;
const dash = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** In steps, the JSON value of a node without aliases. */
function* plainOfNode(node: unknown): Steps<unknown> {
  const { isMap, isScalar, isSeq } = loadYaml();
  let visited = 0;
  const plain = function* (each: unknown): Steps<unknown> {
    if (isSeq(each)) {
      const list: unknown[] = [];
      for (const item of each.items) {
        if (++visited % itemsPerStep === 0) yield;
        list.push(isScalar(item) ? plainOf(item.value) : yield* plain(item));
      }
      return list;
    }
    if (!isMap(each)) return isScalar(each) ? plainOf(each.value) : null;
    const object: { [name: string]: unknown } = {};
    for (const { key, value } of each.items) {
      if (++visited % itemsPerStep === 0) yield;
      const name: unknown = isScalar(key) ? key.value : null;
      if (name === mergeKey) yield* merge(object, value);
      else {
        const member = isScalar(value) ? plainOf(value.value) : yield* plain(value);
        setOwn(object, nameOf(name, member), member);
      }
    }
    return object;
  };
  const merge = function* (object: { [name: string]: unknown }, source: unknown): Steps<void> {
    for (const map of isSeq(source) ? source.items.toReversed() : [source]) {
      if (!isMap(map)) throw new YamlError(notMerged);
      for (const [name, value] of Object.entries((yield* plain(map)) as object)) setOwn(object, name, value); // A map.
    }
  };
  return yield* plain(node);
}

function plainOf(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries(
      [...value].flatMap(([key, item]) => {
        if (key === mergeKey) return mergedOf(item);
        const member = plainOf(item);
        return [[nameOf(key, member), member] as const];
      }),
    );
  }
  if (Array.isArray(value)) return value.map((item) => plainOf(item));
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new YamlError(`json: unsupported value: ${String(value).replace("Infinity", "Inf").replace(/^I/u, "+I")}`);
}

const notMerged = "yaml: map merge requires map or sequence of maps as the value";

/** The fields of merge keys. The fields of the first map come last, so that they determine the value. */
function mergedOf(source: unknown): readonly (readonly [string, unknown])[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source.toReversed() : [source];
  return sources.flatMap((each) => {
    if (!(each instanceof Map)) throw new YamlError(notMerged);
    return Object.entries(plainOf(each) as object); // Converted from a map.
  });
}

function nameOf(key: unknown, member: unknown): string {
  const scalar = key as YamlKey; // Keys that are not scalars are rejected before.
  const name = nameOfKey(scalar);
  if (name === undefined) throw new YamlError(unsupportedKey(scalar, member as JsonValue)); // A converted value.
  return name;
}
