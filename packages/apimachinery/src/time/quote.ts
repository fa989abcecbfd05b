/** Quotes a string as the errors of Go's package time do: with control characters and characters beyond ASCII as bytes. */
export function quoteTime(text: string): string {
  const escaped = text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[^ -\u007f]/gu, bytesOf);
  return `"${escaped}"`;
}

function bytesOf(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
