// Markdown with one sentence per line (`npm run format`): a change of a sentence is a change of one line.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, writtenTexts } from "../source/workspace.ts";
import type { SourceFile } from "../source/workspace.ts";

/** Pages that consist of generated help, tables or lists. */
const excluded =
  /(?:^|\/)api\.md$|^docs\/(?:markers|internals\/(?:checklist|differential|validation))\.md$|^packages\/cel\/conformance\.md$/u;

/** The hand-written pages of the repository. */
export function pages(): readonly SourceFile[] {
  return writtenTexts().filter(({ path }) => path.endsWith(".md") && !excluded.test(path));
}

/** The text with one sentence per line. Front matter, code, tables, headings, quotes and HTML are unchanged. */
export function sentencePerLine(text: string): string {
  const frontMatter = /^---\n[^]*?\n---\n/u.exec(text)?.[0] ?? "";
  return frontMatter + bodyWithSentenceLines(text.slice(frontMatter.length));
}

function bodyWithSentenceLines(text: string): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let fence: string | undefined;
  const flush = (): void => {
    lines.push(...sentenceLines(paragraph));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^\s*(?:[-*+] |\d+\. )?(`{3,}|~{3,})/u.exec(line)?.[1];
    const isFrame = mark !== undefined && (fence === undefined || mark.startsWith(fence));
    if (isFrame) fence = fence === undefined ? mark : undefined;
    if (isFrame || fence !== undefined || isFixed(line, paragraph)) {
      flush();
      lines.push(line);
    } else {
      if (isItem(line)) flush();
      paragraph.push(line);
    }
  }
  flush();
  return lines.join("\n");
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d+\.) /u.test(line);
}

/** A line that is no text of a paragraph. Indented lines are text only if they continue one. */
function isFixed(line: string, paragraph: readonly string[]): boolean {
  if (/^\s*$|^\s*(?:#{1,6} |\||>|<|\[[^\]]+\]: )|^\s*(?:---+|===+|:::.*)\s*$/u.test(line)) return true;
  return paragraph.length === 0 && /^ {4,}|^\t/u.test(line) && !isItem(line);
}

/** The sentences of a paragraph, each on a line with the indentation of the paragraph's text. */
function sentenceLines(paragraph: readonly string[]): readonly string[] {
  const [first] = paragraph;
  if (first === undefined) return [];
  const [, indent = "", bullet = ""] = /^(\s*)((?:[-*+]|\d+\.) +(?:\[[ x]\] )?)?/u.exec(first) ?? [];
  const hanging = indent + " ".repeat(/^\S+ +/u.exec(bullet)?.[0].length ?? 0);
  const text = paragraph.map((line) => line.trim()).join(" ");
  const sentences = sentencesOf(text);
  return sentences.map((sentence, index) => (index === 0 ? indent : hanging) + sentence);
}

/** A sentence ends with its mark, closing quotes and brackets, a space, and the beginning of another sentence. */
function sentencesOf(text: string): readonly string[] {
  const ends = /(?<!\b(?:e\.g|i\.e|vs|cf|etc|No)|^\d+)[.?!]["')*_\]]*\s+(?=["'(*_[]*(?:[A-Z\d]|`)|\[)/gu;
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].trimEnd().length;
    const sentence = text.slice(from, end);
    if (isInCode(text.slice(0, end)) || isLeadIn(sentence)) continue;
    found.push(sentence);
    from = match.index + match[0].length;
  }
  return [...found, text.slice(from)];
}

/** A title in bold type that is in the line of its first sentence. */
function isLeadIn(sentence: string): boolean {
  return /^(?:[-*+] )?\*\*[^*]+\*\*$/u.test(sentence);
}

function isInCode(before: string): boolean {
  return (before.match(/`/gu)?.length ?? 0) % 2 === 1;
}

if (import.meta.main) {
  for (const { path, text } of pages()) {
    const formatted = sentencePerLine(text);
    if (formatted !== text) writeFileSync(join(root, path), formatted);
  }
}
