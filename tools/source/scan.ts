// A small scanner of TypeScript source: it recognizes only comments, strings, templates and regular expressions.
// That is enough to find imports and to distinguish code from prose, in milliseconds for the whole repository. Its output
// has the length and the lines of its input, so positions are those of the file.

/** Source in which everything except code is blank. */
export interface ScannedSource {
  /**
   * The source in which comments, templates and regular expressions are spaces, and the content of each string is spaces
   * too, between its quotes. Line breaks are kept.
   */
  readonly code: string;
  /** The content of each string, by the offset of its opening quote. */
  readonly strings: ReadonlyMap<number, string>;
  /** The content of each template literal without its expressions, which are "…", by the offset of its first backtick. */
  readonly templates: ReadonlyMap<number, string>;
  /** The positions of the comments, in order. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

/** One import or re-export. */
export interface Import {
  readonly specifier: string;
  /** Counted from 1. */
  readonly line: number;
}

// After one of these a slash begins a regular expression; after anything else it divides.
const beforeRegExp =
  /(?:^|[=(,:;!&|?{}[+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))\s*$/u;

/** Scans `source`, which must be valid TypeScript; text after an unfinished string or comment is blank. */
export function scan(source: string): ScannedSource {
  const strings = new Map<number, string>();
  const comments: { readonly start: number; readonly end: number }[] = [];
  const blank = (text: string): string => text.replaceAll(/[^\n]/gu, (character) => " ".repeat(character.length));
  let code = "";
  let at = 0;
  const templates = new Map<number, string>();
  // For each open `${`, how many braces are open inside it, and the template it is part of.
  const open: { depth: number; readonly start: number }[] = [];

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0] ?? source.slice(at);
    at += text.length;
    return text;
  };
  const takeComment = (pattern: RegExp): void => {
    const start = at;
    code += blank(take(pattern));
    comments.push({ start, end: at });
  };
  const takeTemplatePart = (): void => {
    const start = source.charAt(at) === "`" ? at : (open.pop()?.start ?? at);
    const part = take(/[`}](?:[^\\`$]|\\[^]|\$(?!\{))*(?:`|\$\{)/uy);
    const hasExpression = part.endsWith("${");
    if (hasExpression) open.push({ depth: 0, start });
    const content = hasExpression ? `${part.slice(1, -2)}…` : part.slice(1, -1);
    templates.set(start, `${templates.get(start) ?? ""}${content}`);
    code += blank(part);
  };

  while (at < source.length) {
    const character = source.charAt(at);
    const pair = source.slice(at, at + 2);
    const expression = open.at(-1);
    if (pair === "//" || (at === 0 && pair === "#!")) {
      takeComment(/[^\n]*/uy);
    } else if (pair === "/*") {
      takeComment(/\/\*[^]*?\*\//uy);
    } else if (character === '"' || character === "'") {
      const start = at;
      const text = take(character === '"' ? /"(?:[^"\\\n]|\\[^])*"/uy : /'(?:[^'\\\n]|\\[^])*'/uy);
      strings.set(start, text.slice(1, -1));
      code += `${character}${blank(text.slice(1, -1))}${character}`;
    } else if (character === "`") {
      takeTemplatePart();
    } else if (character === "}" && expression?.depth === 0) {
      takeTemplatePart();
    } else if (character === "/" && beforeRegExp.test(code.slice(-80))) {
      code += blank(take(/\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy));
    } else {
      if (expression && character === "{") expression.depth += 1;
      if (expression && character === "}") expression.depth -= 1;
      code += character;
      at += 1;
    }
  }
  return { code, strings, templates, comments };
}

/** All imports of `source`, including dynamic imports, imports of types and re-exports. */
export function importsOf(source: string): readonly Import[] {
  const { code, strings } = scan(source);
  const found: Import[] = [];
  for (const match of code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(?=["'])/gu)) {
    const offset = match.index + match[0].length;
    const specifier = strings.get(offset);
    if (specifier !== undefined) found.push({ specifier, line: lineAt(source, offset) });
  }
  return found;
}

/** The number of the line with `offset`, counted from 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
