// The common parts of kube-apiserver's messages about names.

/** `msg (e.g. 'a',  or 'b', regex used for validation is '…')`, with the punctuation of kube-apiserver. */
export function regexMessage(message: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`;
  return `${message} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${pattern}')`;
}

/** The size of a string in UTF-8. kube-apiserver counts bytes, even in messages about "characters". */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The message of an empty name. */
export const emptyMessage = "must be non-empty";
