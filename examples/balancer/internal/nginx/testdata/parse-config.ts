/**
 * Reads an nginx configuration as nginx does: words, quotations, comments, escapes, blocks. What the printer printed is read back with it, so
 * that whatever nginx would understand otherwise than was meant is seen.
 */
import type { Directive } from "../directive.ts";

/** @throws {SyntaxError} where nginx would refuse to start. */
export function parseConfig(text: string): readonly Directive[] {
  const tokens = [...tokensOf(text)];
  let next = 0;

  const block = (isInner: boolean): readonly Directive[] => {
    const directives: Directive[] = [];
    for (;;) {
      const words: string[] = [];
      let token = tokens[next++];
      while (typeof token === "object") {
        words.push(token.word);
        token = tokens[next++];
      }
      if (token === undefined || token === "}") {
        if (words.length > 0 || isInner !== (token === "}"))
          throw new SyntaxError(`unexpected end after ${words.join(" ")}`);
        return directives;
      }
      if (words.length === 0) throw new SyntaxError(`a "${token}" without a directive`);
      directives.push(token === ";" ? { words } : { words, block: block(true) });
    }
  };
  return block(false);
}

type Token = ";" | "{" | "}" | { readonly word: string };

function* tokensOf(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/\s/u.test(character)) at += 1;
    else if (character === "#") at = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at);
    else if (character === ";" || character === "{" || character === "}") {
      yield character;
      at += 1;
    } else {
      const { word, end } = wordAt(text, at);
      yield { word };
      at = end;
    }
  }
}

function wordAt(text: string, from: number): { readonly word: string; readonly end: number } {
  const quote = text[from] === '"' || text[from] === "'" ? text[from] : undefined;
  let word = "";
  for (let at = quote === undefined ? from : from + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") {
      at += 1;
      word += text[at] ?? "";
    } else if (quote === undefined ? /[\s;{}]/u.test(character) : character === quote) {
      return { word, end: quote === undefined ? at : at + 1 };
    } else word += character;
  }
  if (quote !== undefined) throw new SyntaxError("a quotation without an end");
  return { word, end: text.length };
}
