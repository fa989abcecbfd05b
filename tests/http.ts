/** One request and its whole answer, for tests that look at what is on the wire. */
import { headerOf, readText } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: HeaderMap;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** The body of the answer is given as it is, JSON or not. Default false. */
  readonly asText?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderMap;
  /** Parsed when the answer says that it is JSON and it is one document; else, and where text was asked for, the text. */
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
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await readText(response);
  return {
    status: response.status,
    headers: response.headers,
    body: asText ? text : bodyIn(text, headerOf(response.headers, "content-type")),
  };
}

/** The events of a watch that ends by itself, one JSON document a line. */
export function eventsIn(body: unknown): readonly unknown[] {
  if (typeof body !== "string") return [body]; // A single event is a whole document.
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

function bodyIn(text: string, contentType: string | undefined): unknown {
  if (!contentType?.startsWith("application/json")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // Lines of JSON, as a watch has them.
  }
}
