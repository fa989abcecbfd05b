// The parts of a Markdown document that checks and the website use: links, images, headings and their anchors, without code.

/** A link or an image. */
export interface MarkdownLink {
  /** The address, with its anchor. */
  readonly target: string;
  /** Where the link begins, with its bracket, or with the exclamation mark of an image. */
  readonly start: number;
  /** Where it ends, after the closing parenthesis. */
  readonly end: number;
  /** The text between the brackets. */
  readonly text: string;
  readonly isImage: boolean;
}

/** The links and images with an address, in their order. Links to named references are omitted. */
export function linksIn(text: string): readonly MarkdownLink[] {
  const matches = withoutCode(text).matchAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/gu);
  return Array.from(matches, ({ 0: whole, 1: mark, 2: inner = "", 3: target = "", index }) => {
    const textStart = index + (mark === "!" ? 2 : 1);
    return {
      target,
      start: index,
      end: index + whole.length,
      text: text.slice(textStart, textStart + inner.length),
      isImage: mark === "!",
    };
  });
}

/** The anchors of the headings of a document, on code hosts and on the website. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gmu)) {
    const anchor = anchorOf(heading);
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** Lower case, without marks, spaces as dashes: https://docs.github.com/get-started/writing-on-github (section links). */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The text with blanks instead of code, so that positions and line numbers stay the same. Brackets in inline code are blank, its other characters stay. */
function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/gu, (code) => code.replaceAll(/[[\]()]/gu, " "));
}

function withoutFences(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[^]*?^\1[ \t]*$/gmu, (block) => block.replaceAll(/[^\n]/gu, " "));
}
