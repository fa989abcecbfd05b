// `Warning` headers: https://kubernetes.io/blog/2020/09/03/warnings/. Filters and endpoints add warnings to `state.warnings`.

/** The total length of all warnings, in code points. If they are longer, each one is truncated, and warnings after the limit are left out. */
const lengthMax = 4096;
const truncatedLength = 256;

/** The values of the header. Empty warnings and those with control characters are left out. */
export function warningHeaders(warnings: ReadonlySet<string>): readonly string[] {
  const texts = [...warnings].filter((text) => text !== "" && !/\p{Cc}/u.test(text));
  let total = 0;
  const last = texts.findIndex((text) => (total += lengthOf(text)) > lengthMax);
  if (last === -1) return texts.map(headerOf);
  const shown: string[] = [];
  let length = 0;
  for (const [index, text] of texts.entries()) {
    // As in kube-apiserver, which checks the limit after it has added a warning, the last warning exceeds the limit.
    if (index > last && length >= lengthMax) break;
    const truncated = Array.from(text).slice(0, truncatedLength).join("");
    length += lengthOf(truncated);
    shown.push(truncated);
  }
  return shown.map(headerOf);
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function headerOf(text: string): string {
  // Node writes one byte per character of a header; this string has the bytes of UTF-8.
  const bytes = Buffer.from(text.replace(/["\\]/g, "\\$&")).toString("latin1");
  return `299 - "${bytes}"`;
}
