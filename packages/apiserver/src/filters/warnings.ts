// `Warning` headers: https://kubernetes.io/blog/2020/09/03/warnings/. Filters and endpoints add warnings to `state.warnings`.

/** The total length of all warnings. If they are longer, each one is truncated, and those beyond the limit are left out. */
const lengthMax = 4096;
const truncatedLength = 256;

/** The values of the header. A warning with control characters is left out. */
export function warningHeaders(warnings: ReadonlySet<string>): readonly string[] {
  const texts = [...warnings].filter((text) => !/\p{Cc}/u.test(text));
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const headers: string[] = [];
  let length = 0;
  for (const text of texts) {
    const shown = total > lengthMax ? text.slice(0, truncatedLength) : text;
    length += shown.length;
    if (length > lengthMax) break;
    // Node writes one byte per character of a header; this string has the bytes of UTF-8.
    const bytes = Buffer.from(shown.replace(/["\\]/g, "\\$&")).toString("latin1");
    headers.push(`299 - "${bytes}"`);
  }
  return headers;
}
