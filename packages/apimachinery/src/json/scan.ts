// A scanner of JSON text for properties that a decoded value does not have: duplicate keys, nesting before any value is
// created, and the errors of kube-apiserver. It has an explicit stack, so nesting does not use the call stack.

import { backslash, firstByteOf, isHexDigit, isSpace, quote, quoteCharacter } from "./characters.ts";
import { JsonSyntaxError } from "./errors.ts";
import { PathNode } from "./path-node.ts";
import type { Steps } from "./steps.ts";
import { itemsPerStep } from "./steps.ts";
import type { StrictField, StrictPlaces } from "./strict-field.ts";
import { everywhere, strictErrorsMax } from "./strict-field.ts";

/** What to check. */
export interface ScanOptions {
  readonly reportDuplicates?: boolean;
  readonly depthMax?: number | undefined;
  /** Each character of the text is a byte, so that errors show bytes that are not UTF-8. Default: false, the text is decoded. */
  readonly ofBytes?: boolean;
}

/**
 * Checks a JSON text, in steps. Returns the paths of duplicate keys if `reportDuplicates` is set.
 *
 * @throws {JsonSyntaxError} when the text is not JSON or nests deeper than `depthMax`.
 */
export function* scanJson(text: string, options: ScanOptions): Steps<readonly string[]> {
  return (yield* new Scanner(text, options, [], everywhere).scan()).map(({ path }) => path);
}

/**
 * In steps: the duplicate keys of a JSON text and its `unknown` fields in the order of the text, each path once, at most `strictErrorsMax`. One scan finds all of
 * them. As in kube-apiserver, an unknown field is skipped with everything below it, so it has no duplicates.
 *
 * @param places where duplicate keys are reported. Default: everywhere.
 * @throws {JsonSyntaxError} when the text is not JSON.
 */
export function strictFieldsOf(
  text: string,
  unknown: readonly string[],
  places: StrictPlaces = everywhere,
): Steps<readonly StrictField[]> {
  return new Scanner(text, { reportDuplicates: true }, unknown.slice(0, strictErrorsMax), places).scan();
}

/** An open object or array. */
interface Frame {
  readonly isObject: boolean;
  /** The keys so far, if duplicates are reported. */
  readonly keys: Set<string> | undefined;
  /** The current key of an object, as in the path. */
  key: string;
  /** The current key is an unknown field. */
  isUnknown: boolean;
  /** The current index of an array. */
  index: number;
  /** `undefined` if the keys of the container are not reported. */
  readonly places: StrictPlaces | undefined;
  /** Set before it is first used. */
  node: PathNode | undefined;
}

class Scanner {
  readonly #text: string;
  readonly #reportDuplicates: boolean;
  readonly #depthMax: number;
  readonly #ofBytes: boolean;
  readonly #frames: Frame[] = [];
  readonly #found = new Map<string, StrictField>();
  readonly #root: PathNode;
  readonly #places: StrictPlaces;
  /** Whether to look for unknown fields. */
  readonly #isSeeking: boolean;
  // Without flags that keep state between texts: each scanner has its own. Most texts in JSON are plain.
  readonly #plainString = /"[^"\\\u0000-\u001f]*"/y;
  #at = 0;

  constructor(text: string, options: ScanOptions, unknown: readonly string[], places: StrictPlaces) {
    this.#text = text;
    this.#places = places;
    this.#root = new PathNode(unknown.map((path) => ({ path, at: 0 })));
    this.#isSeeking = unknown.length > 0;
    this.#reportDuplicates = options.reportDuplicates ?? false;
    this.#depthMax = options.depthMax ?? Number.POSITIVE_INFINITY;
    this.#ofBytes = options.ofBytes ?? false;
  }

  *scan(): Steps<readonly StrictField[]> {
    let visited = 0;
    do {
      this.#value();
      if (++visited % itemsPerStep === 0) yield;
    } while (!this.#closeFrames());
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail("after top-level value");
    return [...this.#found.values()];
  }

  /** Reads a value that is not a container, or opens a container that has something in it, down to its first value. */
  #value(): void {
    for (;;) {
      this.#skipSpace();
      const character = this.#text[this.#at];
      switch (character) {
        case "{":
          this.#open(true, character);
          if (this.#skipSpace() === "}") return;
          this.#key();
          continue;
        case "[":
          this.#open(false, character);
          if (this.#skipSpace() === "]") return;
          continue;
        case '"':
          this.#string();
          return;
        case "t":
          return this.#literal("true");
        case "f":
          return this.#literal("false");
        case "n":
          return this.#literal("null");
        default:
          return this.#number();
      }
    }
  }

  /** Closes the containers that end after a value. Returns true at the end of the outermost value, false if another value follows. */
  #closeFrames(): boolean {
    for (;;) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) return true;
      const character = this.#skipSpace();
      if (character === (frame.isObject ? "}" : "]")) {
        this.#at++;
        this.#frames.pop();
      } else if (character === ",") {
        this.#at++;
        this.#skipSpace();
        if (frame.isObject) this.#key();
        else frame.index++;
        return false;
      } else {
        this.#fail(frame.isObject ? "after object key:value pair" : "after array element");
      }
    }
  }

  #open(isObject: boolean, bracket: string): void {
    if (this.#frames.length >= this.#depthMax) {
      throw new JsonSyntaxError(`invalid character ${quoteCharacter(bracket)} exceeded max depth`);
    }
    const outer = this.#frames.at(-1);
    const places = outer === undefined ? this.#places : outer.isUnknown ? undefined : outer.places?.below(outer.key);
    const keys = isObject && this.#reportDuplicates && places !== undefined ? new Set<string>() : undefined;
    this.#frames.push({ isObject, keys, key: "", isUnknown: false, index: 0, places, node: undefined });
    this.#at++;
  }

  #key(): void {
    if (this.#text[this.#at] !== '"') this.#fail("looking for beginning of object key string");
    const start = this.#at;
    this.#string();
    const frame = this.#frames.at(-1);
    if (frame?.keys !== undefined) this.#noteKey(frame, frame.keys, this.#text.slice(start, this.#at));
    if (this.#skipSpace() !== ":") this.#fail("after object key");
    this.#at++;
  }

  #noteKey(frame: Frame, keys: Set<string>, source: string): void {
    const key = source.includes("\\") ? String(JSON.parse(source)) : source.slice(1, -1);
    frame.key = key;
    frame.isUnknown = this.#isSeeking && this.#nodeOf(this.#frames.length - 1).isSought(key);
    if (frame.isUnknown) {
      this.#note("unknown");
    } else if (!keys.has(key)) {
      keys.add(key);
    } else {
      const { reported } = this.#nodeOf(this.#frames.length - 1);
      // The path may be as long as the text, so it is not built for each further occurrence of the key.
      if (reported.has(key)) return;
      reported.add(key);
      this.#note("duplicate");
    }
  }

  #note(problem: StrictField["problem"]): void {
    if (this.#found.size >= strictErrorsMax) return;
    const path = this.#path();
    if (!this.#found.has(path)) this.#found.set(path, { problem, path });
  }

  /** The node of the open container at this depth. */
  #nodeOf(depth: number): PathNode {
    const [outermost] = this.#frames;
    if (outermost !== undefined) outermost.node ??= this.#root;
    // The containers around it that have no node yet; a loop, because nesting may be deep.
    let first = depth;
    while (this.#frames[first]?.node === undefined && first > 0) first--;
    let node = this.#frames[first]?.node ?? this.#root;
    for (const [index, frame] of this.#frames.slice(first, depth).entries()) {
      node = node.child(frame.isObject ? frame.key : frame.index);
      const inner = this.#frames[first + index + 1];
      if (inner !== undefined) inner.node = node;
    }
    return node;
  }

  #path(): string {
    let path = "";
    for (const { isObject, key, index } of this.#frames) {
      if (!isObject) path += `[${index}]`;
      else path += path === "" ? key : `.${key}`;
    }
    return path;
  }

  #string(): void {
    const text = this.#text;
    const plain = this.#plainString;
    plain.lastIndex = this.#at;
    if (plain.test(text)) {
      this.#at = plain.lastIndex;
      return;
    }
    for (this.#at++; ; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === quote) break;
      if (code === backslash) this.#escape();
      else if (!(code >= 0x20)) this.#fail("in string literal"); // A control character, or NaN at the end of the text.
    }
    this.#at++;
  }

  #escape(): void {
    this.#at++;
    const character = this.#text[this.#at];
    if (character === "u") {
      for (let digit = 0; digit < 4; digit++) {
        this.#at++;
        if (!isHexDigit(this.#text[this.#at])) this.#fail("in \\u hexadecimal character escape");
      }
    } else if (character === undefined || !'"\\/bfnrt'.includes(character)) {
      this.#fail("in string escape code");
    }
  }

  #literal(word: string): void {
    for (const expected of word) {
      if (this.#text[this.#at] !== expected) this.#fail(`in literal ${word} (expecting '${expected}')`);
      this.#at++;
    }
  }

  #number(): void {
    if (this.#text[this.#at] === "-") {
      this.#at++;
      if (!this.#isDigit()) this.#fail("in numeric literal");
    } else if (!this.#isDigit()) {
      this.#fail("looking for beginning of value");
    }
    if (this.#text[this.#at] === "0") this.#at++;
    else this.#digits();
    if (this.#text[this.#at] === ".") {
      this.#at++;
      if (!this.#isDigit()) this.#fail("after decimal point in numeric literal");
      this.#digits();
    }
    if (this.#text[this.#at] === "e" || this.#text[this.#at] === "E") {
      this.#at++;
      if (this.#text[this.#at] === "+" || this.#text[this.#at] === "-") this.#at++;
      if (!this.#isDigit()) this.#fail("in exponent of numeric literal");
      this.#digits();
    }
  }

  #isDigit(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return code >= 0x30 && code <= 0x39;
  }

  #digits(): void {
    while (this.#isDigit()) this.#at++;
  }

  /** Skips white space and returns the next character. */
  #skipSpace(): string | undefined {
    const text = this.#text;
    let at = this.#at;
    while (isSpace(text.charCodeAt(at))) at++;
    this.#at = at;
    return text[at];
  }

  #fail(context: string): never {
    const codePoint = this.#text.codePointAt(this.#at);
    if (codePoint === undefined) throw new JsonSyntaxError("unexpected end of JSON input");
    const byte = this.#ofBytes ? String.fromCodePoint(codePoint) : firstByteOf(codePoint);
    throw new JsonSyntaxError(`invalid character ${quoteCharacter(byte)} ${context}`);
  }
}
