// The two parts of the JSON object that keep numbers exact, which the compiler's library does not describe yet:
// https://github.com/tc39/proposal-json-parse-with-source (in Node since version 21).

interface JsonWithSource {
  /** Like `JSON.parse`. The reviver also receives the source of each primitive value. */
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  /** A value that `JSON.stringify` prints as the given text. */
  rawJSON(text: string): object;
}

/** `JSON`, with the source text access it has at run time. */
export const nativeJson: JsonWithSource = JSON as unknown as JsonWithSource; // The types lack the two members.
