// Indents JSON by two spaces without parsing it, so that all numbers and keys keep their spelling.

const quote = 0x22;
const backslash = 0x5c;

/** Indents compact JSON. */
export function indentJson(json: Uint8Array): Uint8Array {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    const character = text.charAt(at);
    if (character === "{" || character === "[") {
      const next = text.charAt(at + 1);
      if (next === "}" || next === "]") {
        at++; // An empty object or list stays on its line.
        continue;
      }
      depth++;
      out.push(text.slice(from, at + 1), lineBreak(depth));
      from = at + 1;
    } else if (character === "}" || character === "]") {
      depth--;
      out.push(text.slice(from, at), lineBreak(depth));
      from = at;
    } else if (character === ",") {
      out.push(text.slice(from, at + 1), lineBreak(depth));
      from = at + 1;
    } else if (character === ":") {
      out.push(text.slice(from, at + 1), " ");
      from = at + 1;
    }
  }
  out.push(text.slice(from));
  return Buffer.from(out.join(""));
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
