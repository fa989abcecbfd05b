/** One request and its whole answer, for tests that look at what is on the wire. */
import { decodeProtobuf, decodeProtobufEvents } from "@kubewright/apiserver";
import { headerOf, readBody } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";
import { parse } from "yaml";

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: HeaderMap;
  /** Bytes and strings are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** The body of the answer is given as it is, JSON or not, but for a line break after JSON. Default false. */
  readonly asText?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderMap;
  /** Parsed when the answer says that it is JSON and one document, or YAML or protobuf; else, and where text was asked for, the text. */
  readonly body: unknown;
}

/** Sends one request. A body without a content type goes as JSON. */
export async function ask(transport: Transport, asked: Asked): Promise<Answer> {
  const { method = "GET", path, headers = {}, body, asText = false } = asked;
  const contentType = body === undefined ? {} : { "content-type": "application/json" };
  const response = await transport.request({
    method,
    path,
    headers: { accept: "application/json", ...contentType, ...headers },
    ...(body === undefined ? {} : { body: sentBody(body) }),
  });
  const bytes = await readBody(response);
  return {
    status: response.status,
    headers: response.headers,
    body: asText ? textOf(bytes).replace(/(?<=\})\n$/u, "") : bodyIn(bytes, headerOf(response.headers, "content-type")),
  };
}

function sentBody(body: unknown): string | Uint8Array {
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** The events of a watch that ends by itself, one JSON document a line. */
export function eventsIn(body: unknown): readonly unknown[] {
  if (typeof body !== "string") return [body]; // A single event is a whole document.
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

/** What a body says, by its content type: a value where it is one document, else its text. */
export function bodyIn(bytes: Uint8Array, contentType = ""): unknown {
  if (contentType === "application/vnd.kubernetes.protobuf") return decodeProtobuf(bytes);
  if (contentType.startsWith("application/vnd.kubernetes.protobuf;")) return decodeProtobufEvents(bytes);
  const text = textOf(bytes);
  if (contentType === "application/yaml") return parse(text) as unknown;
  if (!contentType.startsWith("application/json")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // Lines of JSON, as a watch has them.
  }
}
