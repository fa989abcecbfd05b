// The text format of protocol buffers, as far as the conformance data of CEL uses it. A message is a map from field names to
// all values of the field. https://protobuf.dev/reference/protobuf/textformat-spec/

/** A scalar as written, without the quotes of a string. */
export interface Scalar {
  readonly text: string;
  /** The bytes of a string; undefined for other scalars. */
  readonly bytes: Buffer | undefined;
}

/** A message: the values of each field in their order. */
export type Message = ReadonlyMap<string, readonly (Message | Scalar)[]>;

/** Whether the value of a field is a message. */
export function isMessage(value: Message | Scalar): value is Message {
  return value instanceof Map;
}

/** The messages of a field. */
export function messagesOf(message: Message, field: string): readonly Message[] {
  return (message.get(field) ?? []).filter(isMessage);
}

/** The first message of a field. */
export function messageOf(message: Message, field: string): Message | undefined {
  return messagesOf(message, field)[0];
}

/** The first string of a field; empty if the field is absent. */
export function textOf(message: Message, field: string): string {
  const [value] = message.get(field) ?? [];
  return value === undefined || isMessage(value) ? "" : value.text;
}

/** Parses a message. Throws a SyntaxError for any other text. */
export function parseTextProto(text: string): Message {
  return new Parser(text).message(undefined);
}

const token = /\s+|#[^\n]*|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\[[A-Za-z0-9_./]+\]|[A-Za-z0-9_.+-]+|[{}<>[\]:,;]/y;

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    const tokens: string[] = [];
    token.lastIndex = 0;
    while (token.lastIndex < text.length) {
      const { lastIndex } = token;
      const found = token.exec(text)?.[0];
      if (found === undefined) throw new SyntaxError(`unexpected "${text.slice(lastIndex, lastIndex + 20)}"`);
      if (!/^[\s#]/.test(found)) tokens.push(found);
    }
    this.#tokens = tokens;
  }

  message(close: string | undefined): Message {
    const fields = new Map<string, (Message | Scalar)[]>();
    for (;;) {
      const name = this.#tokens[this.#at++];
      if (name === close) return fields;
      if (name === undefined) throw new SyntaxError("unexpected end");
      if (name === "," || name === ";") continue;
      if (this.#tokens[this.#at] === ":") this.#at++;
      const values = fields.get(name) ?? [];
      values.push(...this.#values());
      fields.set(name, values);
    }
  }

  #values(): readonly (Message | Scalar)[] {
    if (this.#tokens[this.#at] !== "[") return [this.#value()];
    this.#at++;
    const values: (Message | Scalar)[] = [];
    while (this.#tokens[this.#at] !== "]") {
      values.push(this.#value());
      if (this.#tokens[this.#at] === ",") this.#at++;
    }
    this.#at++;
    return values;
  }

  #value(): Message | Scalar {
    const first = this.#tokens[this.#at++] ?? "";
    if (first === "{" || first === "<") return this.message(first === "{" ? "}" : ">");
    if (!/^["']/.test(first)) return { text: first, bytes: undefined };
    const parts = [unquote(first)];
    while (/^["']/.test(this.#tokens[this.#at] ?? "")) parts.push(unquote(this.#tokens[this.#at++] ?? ""));
    const bytes = Buffer.concat(parts);
    return { text: bytes.toString(), bytes };
  }
}

const letters: ReadonlyMap<string, number> = new Map(Object.entries({ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 }));

function unquote(quoted: string): Buffer {
  const parts: Buffer[] = [];
  const pieces = /\\(?:[xX][0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])|[^\\]+/g;
  for (const [piece] of quoted.slice(1, -1).matchAll(pieces)) parts.push(unescape(piece));
  return Buffer.concat(parts);
}

function unescape(piece: string): Buffer {
  if (!piece.startsWith("\\")) return Buffer.from(piece);
  const letter = piece.charAt(1);
  if (/[xX]/.test(letter)) return Buffer.from([Number.parseInt(piece.slice(2), 16)]);
  if (/[0-7]/.test(letter)) return Buffer.from([Number.parseInt(piece.slice(1), 8)]);
  if (/[uU]/.test(letter)) return Buffer.from(String.fromCodePoint(Number.parseInt(piece.slice(2), 16)));
  return Buffer.from([letters.get(letter) ?? letter.charCodeAt(0)]);
}
