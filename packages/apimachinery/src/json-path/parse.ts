// Parses the JSONPath of kubectl: https://kubernetes.io/docs/reference/kubectl/jsonpath/. Accepts and rejects what
// k8s.io/client-go/util/jsonpath does, with its messages. The parser scans its input once; only the text in brackets is parsed again.
import { JsonPathError } from "./errors.ts";
import type { Node, NodeList, SliceParams } from "./nodes.ts";
import { GoNumber } from "./nodes.ts";
import { unquote } from "./quoted.ts";

/** Parses an expression without its braces. Returns its lists of nodes: more than one if it contains a closing brace and another action. */
export function parseActions(path: string): readonly NodeList[] {
  return new Parser(`{${path}}`).parse();
}

class Parser {
  readonly #input: string;
  readonly #lists: NodeList[] = [];
  #nodes: Node[] = [];
  #position = 0;

  constructor(input: string) {
    this.#input = input;
  }

  parse(): readonly NodeList[] {
    while (this.#position < this.#input.length) this.#parseText();
    return this.#lists;
  }

  #parseText(): void {
    const start = this.#position;
    const brace = this.#input.indexOf("{", start);
    this.#position = brace === -1 ? this.#input.length : brace;
    const text = this.#input.slice(start, this.#position);
    if (text !== "") this.#lists.push([{ type: "constant", value: text, isText: true }]);
    if (brace === -1) return;
    this.#position++;
    this.#nodes = [];
    this.#lists.push(this.#nodes);
    while (!this.#skips("}")) this.#parseNode();
  }

  #parseNode(): void {
    if (this.#skips("[?(")) return this.#parseFilter();
    if (this.#skips("..")) return this.#parseRecursive();
    const next = this.#peek();
    if (next === undefined || next === "\r" || next === "\n") throw new JsonPathError("unclosed action");
    if (next === " " || next === "@" || next === "$") this.#position++;
    else if (next === "[") this.#parseArray();
    else if (next === '"' || next === "'") this.#parseQuote(next);
    else if (next === ".") this.#parseField(1);
    else if (next === "+" || next === "-" || /^\p{Nd}$/u.test(next)) this.#parseNumber();
    else if (isAlphaNumeric(next)) this.#parseIdentifier();
    else throw new JsonPathError(`unrecognized character in action: ${unicodeFormat(next)}`);
  }

  #parseRecursive(): void {
    if (this.#nodes.at(-1)?.type === "recursive") throw new JsonPathError("invalid multiple recursive descent");
    this.#nodes.push({ type: "recursive" });
    if (isAlphaNumeric(this.#peek() ?? "")) this.#parseField(0);
  }

  /** Parses a name after `skipped` characters, up to a character that ends it and is not escaped. */
  #parseField(skipped: number): void {
    const name = this.#takeMatch(/(?:\\[^]?|[^\\ \t\r\n.,[\]$@{}])*/y, skipped);
    this.#nodes.push(name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") });
  }

  #parseIdentifier(): void {
    const name = this.#takeMatch(/[^ \t\r\n.,[\]$@{}]*/y);
    const isBoolean = name === "true" || name === "false";
    this.#nodes.push(isBoolean ? constant(name === "true") : { type: "identifier", name });
  }

  #parseNumber(): void {
    this.#nodes.push(constant(numberOf(this.#takeMatch(/[+-]?[.\p{Nd}]*/uy))));
  }

  #parseQuote(quote: string): void {
    const start = this.#position++;
    const end = this.#indexOfQuote(quote);
    if (end === -1) throw new JsonPathError("unterminated quoted string");
    this.#position = end + 1;
    this.#nodes.push({ type: "constant", value: unquote(this.#input.slice(start, end + 1)), isText: true });
  }

  /** The next quote in this line without a backslash before it; -1 if the line has no such quote. */
  #indexOfQuote(quote: string): number {
    for (let index = this.#position; index < this.#input.length && this.#input[index] !== "\n"; index++) {
      if (this.#input[index] === quote && this.#input[index - 1] !== "\\") return index;
    }
    return -1;
  }

  /** The brackets end with the first `]`, also in quotes. */
  #parseArray(): void {
    const content = this.#takeMatch(/\[[^\]\n]*/y).slice(1);
    if (!this.#skips("]")) throw new JsonPathError("unterminated array");
    const parts = content.split(",");
    if (parts.length === 1) {
      this.#parseSubscript(content);
      return;
    }
    // Each part is a separate subscript. Spaces around it are ignored.
    const lists = parts.map((part) => firstList(`[${part.replaceAll(/^ +| +$/g, "")}]`));
    this.#nodes.push({ type: "union", lists });
  }

  #parseSubscript(content: string): void {
    const name = /^'([^']*)'$/.exec(content)?.[1];
    // A quoted key is parsed like a name: dots in it separate names unless they are escaped.
    if (name === undefined) this.#nodes.push({ type: "slice", params: sliceParams(content === "*" ? ":" : content) });
    else for (const node of firstList(`.${name}`)) this.#nodes.push(node);
  }

  #parseFilter(): void {
    const content = this.#takeFilter();
    const match = /^([^!<>=]+)([!<>=]+)([^\n]+)$/.exec(content);
    const [, left = content, operator = "exists", right] = match ?? [];
    this.#nodes.push({
      type: "filter",
      left: firstList(left),
      operator,
      right: right === undefined ? [] : firstList(right),
    });
  }

  /** The content of a filter. Its parenthesis may be in the first string in quotes, not in later ones. */
  #takeFilter(): string {
    const start = this.#position;
    let quote = "";
    let isQuoteClosed = false;
    for (; this.#position < this.#input.length; this.#position++) {
      const character = this.#input[this.#position] ?? "";
      if (character === "\n") break;
      if (character === '"' || character === "'") {
        if (quote === "") quote = character;
        else if (character === quote && this.#input[this.#position - 1] !== "\\") isQuoteClosed = true;
      }
      if (character !== ")" || (quote !== "") !== isQuoteClosed) continue;
      const content = this.#input.slice(start, this.#position++);
      if (!this.#skips("]")) throw new JsonPathError("unclosed array expect ]");
      return content;
    }
    throw new JsonPathError("unterminated filter");
  }

  #takeMatch(pattern: RegExp, skipped = 0): string {
    this.#position += skipped;
    pattern.lastIndex = this.#position;
    const text = pattern.exec(this.#input)?.[0] ?? "";
    this.#position += text.length;
    return text;
  }

  #peek(): string | undefined {
    const code = this.#input.codePointAt(this.#position);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  #skips(text: string): boolean {
    const isNext = this.#input.startsWith(text, this.#position);
    if (isNext) this.#position += text.length;
    return isNext;
  }
}

/** The nodes of an expression, up to its first closing brace. */
function firstList(text: string): NodeList {
  return parseActions(text)[0] ?? [];
}

function constant(value: unknown): Node {
  return { type: "constant", value, isText: false };
}

const int64Max = 2n ** 63n - 1n;

function isInt64(value: bigint): boolean {
  return value <= int64Max && value >= -int64Max - 1n;
}

function numberOf(text: string): GoNumber {
  if (/^[+-]?[0-9]+$/.test(text)) {
    const value = BigInt(text.replace(/^\+/, ""));
    if (isInt64(value)) return new GoNumber("int", value);
  }
  const isFloat = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(text) && Number.isFinite(Number(text));
  if (!isFloat) throw new JsonPathError(`cannot parse number ${text}`);
  return new GoNumber("float64", Number(text));
}

function sliceParams(text: string): SliceParams {
  const match = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/.exec(text);
  if (match === null) throw new JsonPathError(`invalid array index ${text}`);
  const [, first = "", second, third] = match;
  const start = first === "" ? undefined : indexOf(first);
  const isEndDerived = second === undefined;
  const end = isEndDerived ? (start ?? 0) + 1 : indexAfterColon(second);
  return { start, end, step: third === undefined ? undefined : indexAfterColon(third), isEndDerived };
}

function indexAfterColon(text: string): number | undefined {
  return text === ":" ? undefined : indexOf(text.slice(1));
}

function indexOf(text: string): number {
  if (!/[0-9]/.test(text) || !isInt64(BigInt(text))) throw new JsonPathError(`array index ${text} is not a number`);
  return Number(text);
}

function isAlphaNumeric(character: string): boolean {
  return /^[_\p{L}\p{Nd}]$/u.test(character);
}

/** A character as Go's `%#U` prints it. */
function unicodeFormat(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character) ? `${code} '${character}'` : code;
}
