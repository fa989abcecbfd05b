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
  let at = 0;

  function choice(): PatternPart {
    const options = [sequence()];
    while (source[at] === "|") {
      at++;
      options.push(sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
  }

  function sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const part = repeated(atom());
      if (part.kind !== "text" || part.text !== "") parts.push(part);
    }
    return { kind: "sequence", parts };
  }

  function atom(): PatternPart {
    const rest = source.slice(at);
    const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest);
    if (quoted) return take(quoted[0].length, { kind: "text", text: quoted[1] ?? "" });
    const group = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*:))?/.exec(rest);
    // Flags such as `(?i)` do not matter: the sample has the characters of the pattern.
    const flags = /^\(\?[a-zA-Z-]+\)/.exec(rest);
    if (flags) return take(flags[0].length, empty);
    if (group) {
      at += group[0].length;
      const inner = choice();
      return take(1, inner);
    }
    const position = /^(?:[$^]|\\[AzbB])/.exec(rest);
    if (position) return take(position[0].length, empty);
    const oneOf = classSyntax.exec(rest) ?? escapeSyntax.exec(rest);
    if (oneOf) return take(oneOf[0].length, { kind: "class", source: oneOf[0] });
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    return take(
      character.length,
      character === "." ? { kind: "class", source: "." } : { kind: "text", text: character },
    );
  }

  function repeated(part: PatternPart): PatternPart {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at));
    if (found === null) return part;
    const [all, sign, low = "0", comma, high = ""] = found;
    const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
    const max =
      sign === undefined
        ? comma === undefined
          ? min
          : high === ""
            ? undefined
            : Number(high)
        : sign === "?"
          ? 1
          : undefined;
    return take(all.length, { kind: "repeat", part, min, max });
  }

  function take(length: number, part: PatternPart): PatternPart {
    at += length;
    return part;
  }

  return choice();
}

const empty: PatternPart = { kind: "text", text: "" };

/** `[^]a-z[:alpha:]\d]`: a bracket at the front is literal. */
const classSyntax = /^\[\^?\]?(?:\[:\^?\w+:\]|\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[^])|[^\]\\])*\]/;

const escapeSyntax = /^\\(?:[pP](?:\{[^}]*\}|[^])|x(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{2})|[0-7]{1,3}|[^])/u;
