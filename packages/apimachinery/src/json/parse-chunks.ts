// Parses long JSON texts in chunks, so that the parsing can pause: JSON.parse itself cannot.
//
//   {"a":{"x":1,"y":2⏐,"z":3},"b":[1,2⏐,3,4]}
//
// A chunk ends before a comma. The containers that are open there are created, and filled from chunk to chunk. All other values are parsed by JSON.parse.
import { endOfString, quote } from "./characters.ts";
import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { setOwn } from "./json-value.ts";
import type { Steps } from "./steps.ts";

/** The characters of a chunk. One with a longer string is longer. */
const chunkLengthMin = 32 * 1024;

/** Texts that are not longer are parsed in one step, which takes about 10 ms. */
export const wholeLengthMax: number = 16 * chunkLengthMin;

/** Parses a part of the text that is a JSON text itself. */
type ParsePart = (part: string) => JsonValue;

/**
 * Parses a text in steps, each of `chunkLength` characters. `parse` is called with parts of it that are JSON texts themselves.
 *
 * @throws {SyntaxError} for a text that is not JSON, and what `parse` throws.
 */
export function* parseInChunks(text: string, parse: ParsePart, chunkLength: number = chunkLengthMin): Steps<JsonValue> {
  const frames: Frame[] = [];
  let [chunkStart, memberStart] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    switch (code) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (frames.length === 0 && !isBlank(text.slice(0, at)))
          throw new SyntaxError("unexpected text before the value");
        frames.push(new Frame(text, code === openBrace, memberStart, at + 1));
        memberStart = at + 1;
        break;
      case comma:
        memberStart = at + 1;
        if (at - chunkStart < chunkLength || frames.length === 0) break;
        createContainers(frames, parse);
        frames.at(-1)?.addMembers(at, parse);
        chunkStart = at;
        yield;
        break;
      case closeBrace:
      case closeBracket: {
        const frame = frames.pop();
        if (frame?.isObject !== (code === closeBrace)) throw new SyntaxError("unexpected bracket");
        if (frame.container === undefined) break;
        frame.addMembers(at, parse);
        const outer = frames.at(-1);
        if (outer !== undefined) outer.endMember(at + 1);
        else if (isBlank(text.slice(at + 1))) return frame.container;
        else throw new SyntaxError("unexpected text after the value");
        break;
      }
    }
  }
  if (frames[0]?.container !== undefined) throw new SyntaxError("unexpected end");
  return parse(text);
}

/** An open object or array. */
class Frame {
  readonly isObject: boolean;
  /** `undefined` until a chunk ends inside it. */
  container: MutableJsonObject | JsonValue[] | undefined;
  readonly #text: string;
  /** The start of its key, or of itself in an array. */
  readonly #start: number;
  /** The end of its opening bracket. */
  readonly #opened: number;
  /** The end of the members in `container`: a comma or the end follows. */
  #end: number;

  constructor(text: string, isObject: boolean, start: number, opened: number) {
    this.#text = text;
    this.isObject = isObject;
    this.#start = start;
    this.#opened = opened;
    this.#end = opened;
  }

  endMember(end: number): void {
    this.#end = end;
  }

  /** Adds the members up to `end`, where a comma or the end follows. */
  addMembers(end: number, parse: ParsePart): void {
    let members = this.#text.slice(this.#end, end);
    if (this.#end > this.#opened) {
      if (isBlank(members)) return;
      const separator = /^[ \t\n\r]*,/.exec(members);
      if (separator === null) throw new SyntaxError("no comma after a member");
      members = members.slice(separator[0].length);
    }
    if (isBlank(members)) throw new SyntaxError("no member before a comma or bracket");
    this.#add(parse(this.isObject ? `{${members}}` : `[${members}]`));
    this.#end = end;
  }

  /** Adds the container of `inner` after the members before it. */
  addInner(inner: Frame, container: JsonValue, parse: ParsePart): void {
    if (inner.#start > this.#opened) this.addMembers(inner.#start - 1, parse);
    const lead = this.#text.slice(inner.#start, inner.#opened - 1);
    if (this.isObject) {
      const [key] = Object.keys(parse(`{${lead}null}`) as MutableJsonObject);
      this.#add({ [key ?? ""]: container });
    } else {
      if (!isBlank(lead)) throw new SyntaxError("unexpected text before an item");
      this.#add([container]);
    }
  }

  #add(members: JsonValue): void {
    const { container } = this;
    if (Array.isArray(container)) for (const item of members as JsonValue[]) container.push(item);
    else if (container !== undefined) {
      const added = members as MutableJsonObject; // As `container`.
      for (const key of Object.keys(added)) setOwn(container, key, added[key] ?? null);
    }
  }
}

/** Creates the containers of all frames, each in the one around it. */
function createContainers(frames: readonly Frame[], parse: ParsePart): void {
  for (const [index, frame] of frames.entries()) {
    if (frame.container !== undefined) continue;
    frame.container = frame.isObject ? {} : [];
    frames[index - 1]?.addInner(frame, frame.container, parse);
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
