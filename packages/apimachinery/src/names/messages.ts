// The parts that upstream's messages about malformed names share.

/** `msg (e.g. 'a',  or 'b', regex used for validation is '…')`, in upstream's peculiar punctuation. */
export function regexMessage(message: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`;
  return `${message} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${pattern}')`;
}

/** The number of bytes of a text in UTF-8: upstream's lengths are bytes, whatever the message calls them. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The message of an empty name. */
export const emptyMessage = "must be non-empty";
