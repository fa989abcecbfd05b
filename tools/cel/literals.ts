// The values of the conformance data as expressions.

import type { Message, Scalar } from "./text-proto.ts";
import { isMessage, messagesOf, textOf } from "./text-proto.ts";

/** The case needs something that Kubernetes does not have. The message says what. */
export class OutsideError extends Error {
  override readonly name = "OutsideError";
}

export const testMessages = "messages and enums of the specification's tests, which kube-apiserver does not have";

/** The expression of a `cel.expr.Value`. */
export function literalOf(value: Message): string {
  const [entry] = value;
  if (entry === undefined) throw new OutsideError("a value without a kind");
  const [kind, [content]] = entry;
  if (content === undefined) throw new OutsideError("a value without a kind");
  if (isMessage(content)) return ofMessage(kind, content);
  return ofScalar(kind, content);
}

function ofScalar(kind: string, { text, bytes }: Scalar): string {
  switch (kind) {
    case "null_value":
      return "null";
    case "bool_value":
    case "int64_value":
      return text;
    case "uint64_value":
      return `${text}u`;
    case "double_value":
      return ofDouble(text);
    case "string_value":
      return JSON.stringify(text);
    case "bytes_value":
      return `b"${Array.from(bytes ?? [], (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`;
    case "type_value":
      if (/^[a-z_]+$|^google\.protobuf\.(?:Duration|Timestamp)$/.test(text)) return text;
      throw new OutsideError(testMessages);
    default:
      throw new OutsideError(testMessages);
  }
}

function ofDouble(text: string): string {
  if (/nan/i.test(text)) return 'double("NaN")';
  if (/inf/i.test(text)) return `double("${text.startsWith("-") ? "-" : ""}Infinity")`;
  return `double("${text}")`;
}

function ofMessage(kind: string, message: Message): string {
  switch (kind) {
    case "list_value":
      return `[${messagesOf(message, "values").map(literalOf).join(", ")}]`;
    case "map_value": {
      const entries = messagesOf(message, "entries").map((entry) => {
        const [key, value] = [messagesOf(entry, "key")[0], messagesOf(entry, "value")[0]];
        if (key === undefined || value === undefined) throw new OutsideError("an entry without a value");
        return `${literalOf(key)}: ${literalOf(value)}`;
      });
      return `{${entries.join(", ")}}`;
    }
    default:
      return ofWellKnown(message);
  }
}

// Durations and timestamps are messages in the data.
function ofWellKnown(message: Message): string {
  const [entry] = message;
  const [name = "", [content]] = entry ?? ["", []];
  if (content === undefined || !isMessage(content)) throw new OutsideError(testMessages);
  const seconds = textOf(content, "seconds") || "0";
  const nanos = textOf(content, "nanos") || "0";
  if (name.endsWith("google.protobuf.Duration]")) return `duration("${seconds}s") + duration("${nanos}ns")`;
  if (name.endsWith("google.protobuf.Timestamp]")) return `timestamp(${seconds}) + duration("${nanos}ns")`;
  throw new OutsideError(testMessages);
}
