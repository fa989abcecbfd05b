// Reads YAML request bodies. The parser is loaded with the first YAML document, since most servers never receive one.
//
// A document costs no more than its size allows: aliases are counted, nesting is limited before anything is built, and tags resolve to JSON
// values only.
import { createRequire } from "node:module";
import { formatFloat, jsonDepthMax } from "@kubewright/apimachinery";
import type * as YamlModule from "yaml";
import { resolvePlain } from "./yaml-scalar.ts";
import type { ScalarValue } from "./yaml-scalar.ts";

/** How often aliases may be followed; a real manifest uses a handful, an alias bomb billions. */
const aliasCountMax = 100;

/**
 * How many tokens a document may have. The parser takes some ten microseconds for each, so that without a limit the three megabytes of a body
 * could be worth a minute; the largest CRDs that people have written have less than a third of this.
 */
const tokensMax = 300_000;
/** A shorter text cannot be so expensive that counting is worth its time. */
const countedLengthMin = 64 * 1024;

/** A YAML text that cannot be taken. The message is the parser's, with its place in the text, and says whose it is. */
export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** A parsed document. */
export interface ParsedYaml {
  readonly value: unknown;
  /** What strict parsing objects to, in upstream's words: `line 7: key "a" already set in map`. */
  readonly strictErrors: readonly string[];
}

/**
 * Parses the first document of a text. Duplicate keys are reported, and the last one counts.
 *
 * @throws {YamlError} when it is not YAML, or asks for more than the caps allow.
 */
export function parseYaml(text: string): ParsedYaml {
  assertShallow(text);
  if (text.length >= countedLengthMin) assertFewTokens(text);
  try {
    return parseFirst(text);
  } catch (error) {
    // The parser recurses: what is nested too deeply in block style ends its stack, and that is the text's fault too.
    if (error instanceof YamlError) throw error;
    if (error instanceof RangeError)
      throw new YamlError("yaml: a value contains itself, or is nested too deeply", { cause: error });
    throw new YamlError(`yaml: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function assertFewTokens(text: string): void {
  const { Lexer } = loadYaml();
  let count = 0;
  for (const _ of new Lexer().lex(text)) {
    if (++count > tokensMax) throw new YamlError(`yaml: a document of more than ${tokensMax} tokens is too large`);
  }
}

function parseFirst(text: string): ParsedYaml {
  const { parseAllDocuments, LineCounter, isMap, isScalar, visit } = loadYaml();
  const lineCounter = new LineCounter();
  // Errors say where they are below, for the first one: the parser would cut the lines around each of a million out of the text.
  const options = {
    schema: "failsafe",
    uniqueKeys: false,
    lineCounter,
    prettyErrors: false,
    logLevel: "error",
  } as const;
  const [document] = parseAllDocuments(text, options);
  if (document === undefined || !("contents" in document)) return { value: null, strictErrors: [] };
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlError(`yaml: ${error.message} at line ${line}, column ${col}:`, { cause: error });
  }

  visit(document, { Scalar: (role, scalar) => void (scalar.value = meant(scalar, role === "key")) });
  const strictErrors: string[] = [];
  visit(document, {
    Map(_key, map, path) {
      if (path.length > jsonDepthMax) throw new YamlError(`yaml: exceeded max depth of ${jsonDepthMax}`);
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) throw new YamlError(`yaml: invalid map key: ${isMap(key) ? "a map" : "a list"}`);
        const name = key.value;
        if (seen.has(name)) {
          const { line } = lineCounter.linePos(key.range?.[0] ?? 0);
          strictErrors.push(
            `line ${line}: key ${typeof name === "string" ? JSON.stringify(name) : String(name)} already set in map`,
          );
        }
        seen.add(name);
      }
    },
  });
  // Through a Map and back, so that a key such as __proto__ stays a key.
  return { value: plainOf(document.toJS({ maxAliasCount: aliasCountMax, mapAsMap: true })), strictErrors };
}

/** Stands for the key `<<`. https://yaml.org/type/merge.html */
const mergeKey: unique symbol = Symbol("<<");

/** What a scalar says: a plain word means something, a quoted one is a text, and a tag says what it is. */
function meant({ type, tag, source = "", value }: YamlModule.Scalar, isKey: boolean): unknown {
  switch (tag) {
    case undefined:
      if (type !== "PLAIN") return value;
      return isKey && source === "<<" ? mergeKey : resolvePlain(source);
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
  // Synchronous on purpose: a request must not depend on when the file system answers.
  return createRequire(import.meta.url)("yaml") as typeof YamlModule;
}

/** Refuses nesting that only a bomb has, before the parser recurses into it. */
function assertShallow(text: string): void {
  let open = 0;
  let dashes = 0; // Lists in lists on one line: "- - - a".
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === dash) dashes++;
    else if (character !== space) dashes = 0;
    if (dashes > jsonDepthMax) throw new YamlError(`yaml: exceeded max depth of ${jsonDepthMax}`);
    if (character === openBrace || character === openBracket) open++;
    else if ((character === closeBrace || character === closeBracket) && open > 0) open--;
    if (open > jsonDepthMax) throw new YamlError(`yaml: exceeded max depth of ${jsonDepthMax}`);
  }
}

const space = 0x20;
const dash = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

function plainOf(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries(
      [...value].flatMap(([key, item]) =>
        key === mergeKey ? mergedOf(item) : [[nameOf(key as ScalarValue), plainOf(item)] as const],
      ),
    );
  }
  if (Array.isArray(value)) return value.map((item) => plainOf(item));
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new YamlError(`json: unsupported value: ${String(value).replace("Infinity", "Inf").replace(/^I/u, "+I")}`);
}

/** The fields that a map takes over from others, in which what the first of them says comes last. */
function mergedOf(source: unknown): readonly (readonly [string, unknown])[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source.toReversed() : [source];
  return sources.flatMap((each) => {
    if (!(each instanceof Map)) throw new YamlError("yaml: map merge requires map or sequence of maps as the value");
    return Object.entries(plainOf(each) as object); // Made of a map.
  });
}

function nameOf(key: ScalarValue): string {
  if (key === null) throw new YamlError("yaml: unsupported map key: null");
  return typeof key === "number" ? formatFloat(key) : String(key);
}
