// The text of an expression with its lines, and errors as cel-go prints them: the position, the line, and a caret. Columns
// count code points.

/** A problem at a place of an expression. */
export interface SyntaxIssue {
  /** In code points from the beginning; undefined for a problem of the whole expression. */
  readonly offset: number | undefined;
  readonly message: string;
}

/** The longest line that an error shows. */
const snippetBytesMax = 16_384;
/** More problems than these are only counted. */
const issuesMax = 100;

/** The source of an expression. */
export class Source {
  readonly text: string;
  // Only errors need these.
  #codePoints: readonly string[] | undefined;
  #lineStarts: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get codePoints(): readonly string[] {
    return (this.#codePoints ??= Array.from(this.text));
  }

  #starts(): readonly number[] {
    if (this.#lineStarts !== undefined) return this.#lineStarts;
    const starts = [0];
    this.codePoints.forEach((character, index) => {
      if (character === "\n") starts.push(index + 1);
    });
    return (this.#lineStarts = starts);
  }

  /** The line, from 1, and the column, from 0. */
  position(offset: number | undefined): { readonly line: number; readonly column: number } {
    if (offset === undefined) return { line: -1, column: -1 };
    const starts = this.#starts();
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) };
  }

  /** All problems in the order of their positions, one below the other. */
  format(issues: readonly SyntaxIssue[]): string {
    const placed = issues.slice(0, issuesMax).map((issue) => ({ ...issue, ...this.position(issue.offset) }));
    const sorted = placed.toSorted((left, right) => left.line - right.line || left.column - right.column);
    const lines = sorted.map(({ line, column, message }) => this.#format(line, column, message));
    const more = issues.length - issuesMax;
    return [...lines, ...(more > 0 ? [`${more} more errors were truncated`] : [])].join("\n");
  }

  #format(line: number, column: number, message: string): string {
    // The reference counts the columns of an empty text from -1, and shows no line of it.
    if (this.text === "") return `ERROR: <input>:${line}:${column}: ${message}`;
    const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
    const snippet = line > 0 ? this.text.split("\n")[line - 1] : undefined;
    if (snippet === undefined || Buffer.byteLength(snippet) > snippetBytesMax) return head;
    const shown = Array.from(snippet.replaceAll("\t", " "));
    const dots = shown.slice(0, Math.max(column, 0)).map((character) => (isWide(character) ? "\uff0e" : "."));
    const caret = isWide(shown[column] ?? " ") ? "\uff3e" : "^";
    return `${head}\n | ${shown.join("")}\n | ${dots.join("")}${caret}`;
  }
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f;
}
