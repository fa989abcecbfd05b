// YAML in and out. The parser is loaded with the first YAML document, since most servers never see one.
//
// A document from outside may not use more than it weighs: aliases are counted and nesting is capped before anything is built, only the core schema is
// known, and the size of a body is limited anyway. What comes out is what JSON could have said.
import { createRequire } from "node:module";
import { jsonDepthMax } from "@kubewright/apimachinery";
import type * as YamlModule from "yaml";

/** How often aliases may be followed; a real manifest uses a handful, an alias bomb billions. */
const aliasCountMax = 100;

/**
 * How many tokens a document may have. The parser takes some ten microseconds for each, so that without a limit the three megabytes of a body
 * could be worth a minute; the largest CRDs that people have written have less than a third of this.
 */
const tokensMax = 300_000;
/** A shorter text cannot be so expensive that counting is worth its time. */
const countedLengthMin = 64 * 1024;

/** A YAML text that cannot be taken. The message is the parser's, with its place in the text. */
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
    throw error instanceof YamlError
      ? error
      : new YamlError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Prints a value as a YAML document, its keys sorted, without folded lines and aliases. */
export function printYaml(value: unknown): string {
  return loadYaml().stringify(value, {
    aliasDuplicateObjects: false,
    indentSeq: false,
    lineWidth: 0,
    schema: "core",
    sortMapEntries: true,
  });
}

function assertFewTokens(text: string): void {
  const { Lexer } = loadYaml();
  let count = 0;
  for (const _ of new Lexer().lex(text)) {
    if (++count > tokensMax) throw new YamlError(`a document of more than ${tokensMax} tokens is too large`);
  }
}

function parseFirst(text: string): ParsedYaml {
  const { parseAllDocuments, LineCounter, isMap, isScalar, visit } = loadYaml();
  const lineCounter = new LineCounter();
  // Errors say where they are below, for the first one: the parser would cut the lines around each of a million out of the text.
  const options = { version: "1.2", schema: "core", uniqueKeys: false, lineCounter, prettyErrors: false } as const;
  const [document] = parseAllDocuments(text, options);
  if (document === undefined || !("contents" in document)) return { value: null, strictErrors: [] };
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new YamlError(`${error.message} at line ${line}, column ${col}:`, { cause: error });
  }

  const strictErrors: string[] = [];
  visit(document, {
    Map(_key, map, path) {
      if (path.length > jsonDepthMax) throw new YamlError(`exceeded max depth of ${jsonDepthMax}`);
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (isMap(key)) throw new YamlError("maps cannot be keys");
        const name = isScalar(key) ? key.value : undefined;
        if (seen.has(name)) {
          const offset = isScalar(key) ? key.range?.[0] : undefined;
          strictErrors.push(
            `line ${lineCounter.linePos(offset ?? 0).line}: key ${JSON.stringify(name)} already set in map`,
          );
        }
        seen.add(name);
      }
    },
  });
  // Through a Map and back, so that a key such as __proto__ stays a key.
  return { value: plainOf(document.toJS({ maxAliasCount: aliasCountMax, mapAsMap: true })), strictErrors };
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
    if (dashes > jsonDepthMax) throw new YamlError(`exceeded max depth of ${jsonDepthMax}`);
    if (character === openBrace || character === openBracket) open++;
    else if ((character === closeBrace || character === closeBracket) && open > 0) open--;
    if (open > jsonDepthMax) throw new YamlError(`exceeded max depth of ${jsonDepthMax}`);
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
    return Object.fromEntries([...value].map(([key, item]) => [String(key), plainOf(item)]));
  }
  return Array.isArray(value) ? value.map((item) => plainOf(item)) : value;
}
