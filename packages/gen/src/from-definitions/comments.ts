/**
 * Comments with untrusted text. The text cannot end the comment, and none of its lines is read as a marker: a line that
 * begins with `@` is written `\@`, which the generator reads as `@`.
 */

/** The comment of a declaration, ending in a line feed. Empty without a description and markers. */
export function docComment(description: string, markers: readonly string[], indent: string): string {
  const prose = proseLines(description);
  if (prose.length === 0 && markers.length === 0) return "";
  // Markers inside a code block are not read, and the block may have no end: the markers get their own comment.
  const hasFence = prose.some((line) => /^\s*(?:```|~~~)/.test(line));
  if (hasFence && markers.length > 0) return block(markers, indent) + block(prose, indent);
  const gap = prose.length > 0 && markers.length > 0 ? [""] : [];
  return block([...prose, ...gap, ...markers], indent);
}

function proseLines(description: string): readonly string[] {
  const text = description.trim();
  if (text === "") return [];
  return text.split(/\r\n|[\n\r]/).map((line) => line.trimEnd().replace(/^(\s*)(?=\\*@)/, "$1\\"));
}

function block(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) =>
    line.replaceAll("*/", "*\\/").replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd"),
  );
  const [only = ""] = safe;
  if (safe.length === 1 && only.length + indent.length < 130) return `${indent}/** ${only} */\n`;
  const body = safe.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}
