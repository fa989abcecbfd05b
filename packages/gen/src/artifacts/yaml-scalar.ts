/**
 * How a text is written in YAML: plain where nothing can be misread, in double quotes where it would be read as something
 * else (`yes`, `1.5`, `null`, a date), in single quotes where its characters mean something, as a block where it has lines.
 */

/**
 * A number, boolean, null or text. `indent` is that of the lines that follow the first, `column` where the first begins;
 * a `column` of minus infinity keeps the text on one line, as keys must be.
 *
 * @throws TypeError for what JSON cannot say.
 */
export function printScalar(value: unknown, indent: number, column: number): string {
  switch (typeof value) {
    case "string":
      return printText(value, indent, column);
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      if (Number.isFinite(value)) return printNumber(value);
      throw new TypeError(`Cannot print ${value} as YAML: JSON has no such number`);
    default:
      if (value === null) return "null";
      throw new TypeError(`Cannot print a value of type "${typeof value}" as YAML: JSON has no such value`);
  }
}

/** As Go prints a float that came from JSON: an exponent of two digits at least. */
function printNumber(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

/** After this column a line breaks at the next space. */
const lineWidth = 80;

function printText(text: string, indent: number, column: number): string {
  if (isWord(text)) return text;
  const isKey = column === -Infinity;
  if (text.includes("\n"))
    return !isKey && canBeBlock(text) ? printBlock(text, indent) : printDoubleQuoted(text, indent, column);
  if (isUnprintable(text)) return printDoubleQuoted(text, indent, column);
  if (readsAsOther(text)) return printDoubleQuoted(text, indent, column);
  if (canBePlain(text)) return fold(text, indent, column);
  return `'${fold(text.replaceAll("'", "''"), indent, column + 1)}'`;
}

/** Nearly every text of a manifest: a name such as `replicas` or `io.k8s.api/v1`, which needs no second look. */
function isWord(text: string): boolean {
  return /^[A-Za-z][\w./-]*$/.test(text) && !otherWords.has(text);
}

/** Words that YAML 1.1 reads as a boolean or null. */
const otherWords: ReadonlySet<string> = new Set(
  ["null", "y", "yes", "true", "on", "n", "no", "false", "off"].flatMap((word) => [
    word,
    `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    word.toUpperCase(),
  ]),
);

/**
 * Characters that are written as an escape: controls, tabs, separators, the mark of byte order, halves of characters, and
 * (for no better reason than that Go's printer does so) those beyond the first plane, such as emoji.
 */
function isUnprintable(text: string): boolean {
  return /[^\n\x20-\x7E\u00A0-\uD7FF\uE000-\uFFFD]|\u2028|\u2029|\uFEFF/u.test(text);
}

function canBeBlock(text: string): boolean {
  return !isUnprintable(text) && !/ (?:\n|$)/.test(text);
}

/** Nothing in it is an indicator, and no space at its ends would be lost. */
function canBePlain(text: string): boolean {
  if (text === "" || text.startsWith(" ") || text.endsWith(" ")) return false;
  if (/^(?:---|\.\.\.)/.test(text)) return false;
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text) || /^[?:-](?: |$)/.test(text)) return false;
  return !/:(?: |$)| #/.test(text);
}

/** What YAML 1.1 reads as a boolean, null, number or date when it stands without quotes. */
function readsAsOther(text: string): boolean {
  return (
    text === "" ||
    text === "~" ||
    otherWords.has(text) ||
    /^(?:[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(text) ||
    isNumber(text) ||
    isDate(text)
  );
}

function isNumber(text: string): boolean {
  // Digits in groups of sixty, as in 1:30, were numbers once; they are quoted still.
  if (/^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/.test(text)) return true;
  if (/^\.\d[\d_]*(?:[eE][-+]?\d+)?$/.test(text)) return true;
  if (!/^[-+\d]/.test(text)) return false;
  const plain = text.replaceAll("_", "");
  return (
    /^[-+]?(?:0[bB][01]+|0[oO]?[0-7]+|0[xX][\da-fA-F]+|\d+)$/.test(plain) ||
    /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(plain)
  );
}

function isDate(text: string): boolean {
  const match = /^\d{4}-(\d{1,2})-(\d{1,2})(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  return match !== null && Number(match[1]) <= 12 && Number(match[2]) <= 31;
}

/** Breaks at the first single space after the line has become too long. */
function fold(text: string, indent: number, column: number): string {
  if (column + text.length <= lineWidth) return text;
  let printed = "";
  let at = column;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const isInner = index > 0 && index < text.length - 1;
    if (character === " " && isInner && at > lineWidth && text[index - 1] !== " " && text[index + 1] !== " ") {
      printed += `\n${" ".repeat(indent)}`;
      at = indent;
    } else {
      printed += character;
      at++;
    }
  }
  return printed;
}

const escapes: Readonly<Record<string, string | undefined>> = {
  "\0": "\\0",
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\u001B": "\\e",
  '"': '\\"',
  "\\": "\\\\",
  "\u0085": "\\N",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

function printDoubleQuoted(text: string, indent: number, column: number): string {
  const characters = [...text];
  let printed = '"';
  let at = column + 1;
  for (const [index, character] of characters.entries()) {
    const isInner = index > 0 && index < characters.length - 1;
    if (character === " " && isInner && at > lineWidth && characters[index - 1] !== " ") {
      // The break stands for this one space; a further one would be lost at the start of a line.
      printed += `\n${" ".repeat(indent)}${characters[index + 1] === " " ? "\\" : ""}`;
      at = indent;
      continue;
    }
    const escaped = escapes[character] ?? (isUnprintable(character) ? escapeCode(character) : character);
    printed += escaped;
    at += [...escaped].length;
  }
  return `${printed}"`;
}

function escapeCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function printBlock(text: string, indent: number): string {
  const end = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomp = end === 0 ? "-" : end === 1 && text !== "\n" ? "" : "+";
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const lines = (end === 0 ? text : text.slice(0, -1)).split("\n");
  const space = " ".repeat(indent);
  return `|${hint}${chomp}\n${lines.map((line) => (line === "" ? "" : space + line)).join("\n")}`;
}
