/**
 * An nginx configuration as a tree, and the only way from the tree to text. Every word is checked on that way: nothing that nginx would read
 * as the end of a directive, a block, a quotation or a comment gets through, wherever it came from.
 *
 * @see https://nginx.org/en/docs/beginners_guide.html#conf_structure
 */

/** A directive: a simple one ends with a semicolon, one with a block holds others. */
export interface Directive {
  /** Its name, and its parameters. */
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
}

/** What nginx takes for one word, in any place: no space, no quote, none of `{ } ; # $ \`, nothing that does not print. */
const safeWord = /^[A-Za-z0-9][A-Za-z0-9_.:=/-]*$/u;

/** The text of a word that cannot stand in a configuration. */
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
 * The configuration as text.
 *
 * @throws {UnsafeWordError} for a word that nginx might read as anything but a word.
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
