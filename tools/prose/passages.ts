// The prose of a file as passages: comments, test titles and messages of TypeScript, the text of Markdown, and the comments of other
// languages. Code in prose becomes a placeholder, so the rules see only words.
import { scan, lineAt } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";

/** A paragraph, a comment or a string, without line breaks. */
export interface Passage {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** What stands for inline code, an address or a value. */
const placeholder = "CODE";

/** The passages of a file, in order. JSON and plain text have no passages. */
export function passagesOf(file: SourceFile): readonly Passage[] {
  if (file.path.endsWith(".md")) return markdownPassages(file.text);
  if (file.path.endsWith(".ts")) return typescriptPassages(file);
  const comment = /\.(?:go|m?js)$/u.test(file.path) ? /^\s*\/\/(.*)/u : /^\s*#(?!!)(.*)/u;
  return /\.(?:json|txt)$/u.test(file.path) ? [] : lineCommentPassages(file.text, comment);
}

/** The comments that fill a line. Consecutive comments are one text. */
function lineCommentPassages(text: string, comment: RegExp): readonly Passage[] {
  return paragraphsOf(
    text.split("\n").map((line) => comment.exec(line)?.[1] ?? ""),
    1,
  );
}

/** Folders whose messages are those of kube-apiserver or Go. Other tests compare their strings. */
const reproducedStrings =
  /^packages\/(?:apiserver|api-facts|schema|cel|apimachinery\/src\/network)\/|^packages\/gen\/src\/rule-errors|^tests\/(?:contract|differential|protobuf)\//u;

function typescriptPassages({ path, text }: SourceFile): readonly Passage[] {
  const { comments, strings, templates } = scan(text);
  const found = commentPassages(text, comments);
  const ownStrings = !reproducedStrings.test(path);
  for (const [offset, content] of [...strings, ...templates]) {
    const isTitle = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*$/u.test(
      text.slice(Math.max(0, offset - 300), offset),
    );
    if (ownStrings || isTitle) found.push(...linesOf(content, lineAt(text, offset)));
  }
  return found.sort((a, b) => a.line - b.line);
}

/** Each line of a string is a passage: the lines of examples, tables and generated pages can be read alone. */
function linesOf(content: string, firstLine: number): readonly Passage[] {
  return content
    .split("\n")
    .flatMap((line, index) => (isSentence(line) ? cellsOf({ line: firstLine + index, text: line }) : []));
}

/** At least four words, the most of them of lower case letters: no identifier, query, path or code. */
function isSentence(content: string): boolean {
  const words = content.split(/\s+/u).filter((word) => /^[a-z]+[,.:;]?$/u.test(word));
  return (
    words.length >= 4 && words.length * 2 >= content.split(/\s+/u).length && !/[{};]\s*$|=>|^\s*[{[<]/u.test(content)
  );
}

/** Joins line comments that follow each other, and drops the frames of block comments, code blocks, diagrams and tags. */
function commentPassages(
  text: string,
  comments: readonly { readonly start: number; readonly end: number }[],
): Passage[] {
  const found: Passage[] = [];
  let block: { line: number; lines: string[]; last: number } | undefined;
  const flush = (): void => {
    if (block) found.push(...paragraphsOf(block.lines, block.line));
    block = undefined;
  };
  for (const { start, end } of comments) {
    const line = lineAt(text, start);
    const raw = text.slice(start, end);
    if (raw.startsWith("//")) {
      const isAlone = /(?:^|\n)[ \t]*$/u.test(text.slice(0, start));
      if (block && isAlone && block.last === line - 1) block.lines.push(raw.slice(2));
      else {
        flush();
        block = { line, lines: [raw.slice(2)], last: line };
      }
      block.last = line;
    } else if (raw.startsWith("/*")) {
      flush();
      const lines = raw
        .replace(/^\/\*+/u, "")
        .replace(/\*\/$/u, "")
        .split("\n")
        .map((each) => each.replace(/^\s*\*/u, ""));
      found.push(...paragraphsOf(lines, line));
    }
  }
  flush();
  return found;
}

function markdownPassages(text: string): readonly Passage[] {
  return paragraphsOf(text.split("\n"), 1);
}

/** A line that begins a passage: an item of a list, a heading, a row of a table, a quote, a tag of a docstring. */
const begins = /^\s*(?:[-*+] |\d+\. |#{1,6} |\||>|@\w+)/u;
/** A line of code, of a table's frame or of a diagram. */
const isFigure =
  /^\s*\|?[\s:|-]+\|?$|^(?: {4,}|\t)|[─│┌└├►▼▲┐┘]|^\s*(?:oxlint|eslint|@ts|\+kubebuilder|\+kubewright|\+[a-z]+:)/u;

function paragraphsOf(lines: readonly string[], firstLine: number): readonly Passage[] {
  const found: Passage[] = [];
  let current: { line: number; text: string } | undefined;
  let fence: string | undefined;
  const flush = (): void => {
    if (current) found.push(...cellsOf(current));
    current = undefined;
  };
  const addLine = (text: string, line: number): void => {
    const isFrame = /^\s*\|?[\s:|-]+\|?$/u.test(text);
    if (isFrame || text.trim() === "" || (isFigure.test(text) && !begins.test(text) && !current)) flush();
    else if (current && !begins.test(text)) current = { ...current, text: `${current.text} ${text.trim()}` };
    else {
      flush();
      current = { line, text: text.trim() };
    }
  };
  lines.forEach((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      flush();
      fence = fence === undefined ? mark : undefined;
    } else if (fence === undefined) addLine(line, firstLine + index);
  });
  flush();
  return found;
}

/** Each cell of a row of a table is a passage; anything else is one. */
function cellsOf({ line, text }: Passage): readonly Passage[] {
  const cells = text.startsWith("|") ? cleaned(text).split("|") : [cleaned(text)];
  return cells.filter((cell) => /[a-z]{2}/u.test(cell)).map((cell) => ({ line, text: cell.trim() }));
}

/** Without markup: code, links, tags and emphasis. */
function cleaned(text: string): string {
  return text
    .replaceAll(/`[^`]*`/gu, placeholder)
    .replaceAll(/\{@link\s+([^}]*)\}/gu, placeholder)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/https?:\/\/\S+/gu, placeholder)
    .replaceAll(/\\?"[^"]*"/gu, placeholder)
    .replaceAll("…", placeholder)
    .replaceAll(/^\s*(?:[-*+] (?:\[[x ]\] )?|\d+\. |#{1,6} |> |@\w+(?:\s*\{[^}]*\})?\s*)/gu, "")
    .replaceAll(/\*\*|__/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
