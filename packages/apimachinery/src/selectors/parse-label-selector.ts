// Parses the query form of a label selector, with the grammar and messages of kube-apiserver:
//
//   selector    = [ requirement { "," requirement } ]
//   requirement = [ "!" ] key | key ( "=" | "==" | "!=" | "<" | ">" ) [ value ] | key ( "in" | "notin" ) "(" values ")"
//
// A value may be empty, "in" and "notin" may be keys and values, and white space may be between any tokens. As in kube-apiserver, a NUL ends the word or
// symbol before it; elsewhere it ends the selector.

import { SelectorSyntaxError } from "./errors.ts";
import type { LabelOperator, LabelRequirement } from "./requirement.ts";
import { assertLabelKey, labelRequirement } from "./requirement.ts";
import { sortByKey } from "./label-selector.ts";

/**
 * Parses the query form. An empty string selects everything.
 *
 * @throws {SelectorSyntaxError} with the message of kube-apiserver.
 */
export function parseLabelSelector(text: string): readonly LabelRequirement[] {
  return sortByKey(new Parser(tokenize(text)).parse());
}

interface Token {
  readonly kind: "identifier" | "symbol" | "keyword" | "end" | "error";
  readonly text: string;
}

const symbols: readonly string[] = ["!=", "==", "=", "!", "(", ")", ",", "<", ">"];
const specialCharacters = "=!(),<>";

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\0") break;
    if (isSpace(character)) {
      at++;
    } else if (specialCharacters.includes(character)) {
      const symbol = symbols.find((candidate) => text.startsWith(candidate, at)) ?? character;
      tokens.push({ kind: "symbol", text: symbol });
      at = afterNul(text, at + symbol.length);
    } else {
      const start = at;
      while (at < text.length && !endsWord(text.charAt(at))) at++;
      const word = text.slice(start, at);
      at = afterNul(text, at);
      tokens.push({ kind: word === "in" || word === "notin" ? "keyword" : "identifier", text: word });
    }
  }
  return tokens;
}

function afterNul(text: string, at: number): number {
  return text.charAt(at) === "\0" ? at + 1 : at;
}

function endsWord(character: string): boolean {
  return character === "\0" || isSpace(character) || specialCharacters.includes(character);
}

function isSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const token = this.#peek();
      if (token.kind === "end") return requirements;
      if (!startsRequirement(token)) {
        throw new SelectorSyntaxError(`found '${token.text}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.#requirement());
      const next = this.#take();
      if (next.kind === "end") return requirements;
      if (next.text !== ",") throw new SelectorSyntaxError(`found '${next.text}', expected: ',' or 'end of string'`);
      const after = this.#peek();
      if (!startsRequirement(after)) {
        throw new SelectorSyntaxError(`found '${after.text}', expected: identifier after ','`);
      }
    }
  }

  #requirement(): LabelRequirement {
    try {
      const negated = this.#peek().text === "!" && this.#take().text === "!";
      const key = this.#take();
      if (!isWord(key)) throw new SelectorSyntaxError(`found '${key.text}', expected: identifier`);
      assertLabelKey(key.text);
      const next = this.#peek();
      if (negated) return labelRequirement(key.text, "!", []);
      if (next.kind === "end" || next.text === ",") return labelRequirement(key.text, "exists", []);
      const operator = this.#operator();
      const values = operator === "in" || operator === "notin" ? this.#values() : [this.#exactValue()];
      return labelRequirement(key.text, operator, [...new Set(values)].toSorted());
    } catch (error) {
      if (!(error instanceof SelectorSyntaxError)) throw error;
      throw new SelectorSyntaxError(`unable to parse requirement: ${error.message}`, { cause: error });
    }
  }

  #operator(): LabelOperator {
    const { text, kind } = this.#take();
    switch (kind === "identifier" ? "" : text) {
      case "=":
      case "==":
      case "!=":
      case "in":
      case "notin":
        return text as LabelOperator; // The cases above are operators.
      case ">":
        return "gt";
      case "<":
        return "lt";
      default:
        throw new SelectorSyntaxError(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
    }
  }

  #exactValue(): string {
    const next = this.#peek();
    if (next.kind === "end" || next.text === ",") return "";
    const token = this.#take();
    if (!isWord(token)) throw new SelectorSyntaxError(`found '${token.text}', expected: identifier`);
    return token.text;
  }

  #values(): string[] {
    const open = this.#take();
    if (open.text !== "(") throw new SelectorSyntaxError(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.text === ")") {
      this.#take();
      return [""];
    }
    if (!isWord(first) && first.text !== ",") {
      throw new SelectorSyntaxError(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = this.#list();
    this.#take(); // The closing parenthesis, before which the list ends.
    return values;
  }

  #list(): string[] {
    const values: string[] = [];
    for (;;) {
      const token = this.#take();
      if (isWord(token)) {
        values.push(token.text);
        const next = this.#peek();
        if (next.text === ")") return values;
        if (next.text !== ",") throw new SelectorSyntaxError(`found '${next.text}', expected: ',' or ')'`);
      } else if (token.text === ",") {
        const next = this.#peek();
        // A comma without a value before or after it adds an empty value.
        if (values.length === 0 || next.text === "," || next.text === ")") values.push("");
        if (next.text === ")") return values;
      } else {
        throw new SelectorSyntaxError(`found '${token.text}', expected: ',', or identifier`);
      }
    }
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? end;
  }

  #take(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }
}

const end: Token = { kind: "end", text: "" };

function isWord(token: Token): boolean {
  return token.kind === "identifier" || token.kind === "keyword";
}

function startsRequirement(token: Token): boolean {
  return isWord(token) || token.text === "!";
}
