// Decodes bytes that a client has sent as text. Go keeps bytes that are not UTF-8: they are printed as `\xff`, and differ from U+FFFD.

/** A run of UTF-8, or one byte that is not part of it. */
const runs =
  /((?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+)|[^]/g;

/**
 * Decodes UTF-8. The characters of `bytes` are bytes, as in Node's headers. A byte that is not UTF-8 becomes one of the lone surrogates U+DC80 to U+DCFF.
 * `quoteGoString` prints it as Go prints the byte, and `encodeJson` and `printYaml` write U+FFFD.
 */
export function decodeUtf8(bytes: string): string {
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  return bytes.replace(runs, (part: string, run: string | undefined) =>
    run === undefined
      ? String.fromCharCode(0xdc00 + part.charCodeAt(0))
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(part, (byte) => byte.charCodeAt(0))),
  );
}
