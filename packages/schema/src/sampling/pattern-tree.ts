// Parses a pattern in RE2 syntax into sequences, alternatives and repetitions, as far as sampling a matching string requires.
// The characters of classes and escapes are not determined here.
// https://github.com/google/re2/wiki/Syntax

/** A part of a pattern. */
export type PatternPart =
  | { readonly kind: "text"; readonly text: string }
  /** The source of a class, an escape or the dot: matches one character. */
  | { readonly kind: "class"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly PatternPart[] }
  | { readonly kind: "choice"; readonly options: readonly PatternPart[] }
  | { readonly kind: "repeat"; readonly part: PatternPart; readonly min: number; readonly max: number | undefined };

/** Parses a valid pattern. Compile a pattern from outside first, which checks it. */
export function parsePattern(source: string): PatternPart {
  return new PatternParser(source).choice();
}

/** A recursive descent from alternatives to sequences to repeated atoms. */
class PatternParser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  choice(): PatternPart {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at++;
      options.push(this.#sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
  }

  #sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#source.charAt(this.#at))) {
      const part = this.#repeated(this.#atom());
      if (part.kind !== "text" || part.text !== "") parts.push(part);
    }
    return { kind: "sequence", parts };
  }

  #atom(): PatternPart {
    const rest = this.#source.slice(this.#at);
    const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest);
    if (quoted) return this.#take(quoted[0].length, { kind: "text", text: quoted[1] ?? "" });
    const group = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*:))?/.exec(rest);
    // Flags such as `(?i)` do not matter: the sample has the characters of the pattern.
    const flags = /^\(\?[a-zA-Z-]+\)/.exec(rest);
    if (flags) return this.#take(flags[0].length, empty);
    if (group) {
      this.#at += group[0].length;
      const inner = this.choice();
      return this.#take(1, inner);
    }
    const position = /^(?:[$^]|\\[AzbB])/.exec(rest);
    if (position) return this.#take(position[0].length, empty);
    const oneOf = classSyntax.exec(rest) ?? escapeSyntax.exec(rest);
    if (oneOf) return this.#take(oneOf[0].length, { kind: "class", source: oneOf[0] });
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    const part: PatternPart = character === "." ? { kind: "class", source: "." } : { kind: "text", text: character };
    return this.#take(character.length, part);
  }

  #repeated(part: PatternPart): PatternPart {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#source.slice(this.#at));
    if (found === null) return part;
    const [all, sign, low = "0", comma, high = ""] = found;
    return this.#take(all.length, { kind: "repeat", part, ...bounds(sign, low, comma, high) });
  }

  #take(length: number, part: PatternPart): PatternPart {
    this.#at += length;
    return part;
  }
}

/** The bounds of `*`, `+`, `?`, `{2}`, `{2,}` and `{2,3}`. */
function bounds(
  sign: string | undefined,
  low: string,
  comma: string | undefined,
  high: string,
): { readonly min: number; readonly max: number | undefined } {
  if (sign !== undefined) return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : undefined };
  const min = Number(low);
  if (comma === undefined) return { min, max: min };
  return { min, max: high === "" ? undefined : Number(high) };
}

const empty: PatternPart = { kind: "text", text: "" };

/** `[^]a-z[:alpha:]\d]`: a bracket at the front is literal. */
const classSyntax = /^\[\^?\]?(?:\[:\^?\w+:\]|\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[^])|[^\]\\])*\]/;

const escapeSyntax = /^\\(?:[pP](?:\{[^}]*\}|[^])|x(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{2})|[0-7]{1,3}|[^])/u;
