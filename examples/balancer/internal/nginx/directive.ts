/**
 * An nginx configuration as a tree, and its printer. The printer checks every word, so that no value can end a directive, a block, a quotation or
 * a comment.
 *
 * @see https://nginx.org/en/docs/beginners_guide.html#conf_structure
 */

/** A simple directive, or one with a block of directives. */
export interface Directive {
  /** The name and the parameters. */
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
}

/** A word that is safe at any position: without spaces, quotes, `{ } ; # $ \`, and control characters. */
const safeWord = /^[A-Za-z0-9][A-Za-z0-9_.:=/-]*$/u;

/** A word that nginx can parse as something else. */
export class UnsafeWordError extends Error {
  override readonly name = "UnsafeWordError";
  readonly word: string;

  constructor(word: string) {
    super(
      `Cannot write ${JSON.stringify(word)} into an nginx configuration: found other characters than letters, digits and _.:=/-, must be one plain word`,
    );
    this.word = word;
  }
}

/**
 * Prints the configuration.
 *
 * @throws {UnsafeWordError} for a word that nginx can parse as something else.
 */
export function printConfig(directives: readonly Directive[]): string {
  return linesOf(directives, "").join("");
}

function linesOf(directives: readonly Directive[], indent: string): readonly string[] {
  return directives.flatMap(({ words, block }) => {
    const text = words.map(checked).join(" ");
    if (!block) return [`${indent}${text};\n`];
    return [`${indent}${text} {\n`, ...linesOf(block, `${indent}  `), `${indent}}\n`];
  });
}

function checked(word: string): string {
  if (!safeWord.test(word)) throw new UnsafeWordError(word);
  return word;
}
