/** Sends one HTTP request and reads the whole response, for tests of the wire format. */
import { createSystemClock } from "@kubewright/async";
import { decodeProtobuf, decodeProtobufEvents } from "@kubewright/apiserver";
import { headerOf, readBody } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";
import { parse } from "yaml";

export interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: HeaderMap;
  /** Bytes and strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  /** Returns the body of the response as text, without a line break after JSON. Default false. */
  readonly asText?: boolean;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /** Parsed if it is one JSON document, YAML or protobuf by its content type; otherwise, and with `asText`, the text. */
  readonly body: unknown;
}

const clock = createSystemClock();
const retriesMax = 100;
const retryEveryMs = 100;

/**
 * Sends one request. The default content type of a body is JSON. A kube-apiserver whose watch cache of a kind is not ready, as after each change of its
 * definition, responds 429 to lists and watches (https://kep.k8s.io/4568): the request is sent again.
 */
export async function sendRequest(transport: Transport, request: TestRequest): Promise<TestResponse> {
  for (let retries = 0; ; retries++) {
    const response = await sendOnce(transport, request);
    if (!isInitializing(response) || retries === retriesMax) return response;
    await clock.sleep(retryEveryMs);
  }
}

function isInitializing({ status, body }: TestResponse): boolean {
  if (status !== 429) return false;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text.includes('"storage is (re)initializing"');
}

async function sendOnce(transport: Transport, request: TestRequest): Promise<TestResponse> {
  const { method = "GET", path, headers = {}, body, asText = false } = request;
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

/** The events of a finite watch, one JSON document per line. */
export function eventsIn(body: unknown): readonly unknown[] {
  if (typeof body !== "string") return [body]; // A single event is a whole document.
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

/** Parses a body by its content type. Returns the text if it is not one document. */
export function bodyIn(bytes: Uint8Array, contentType = ""): unknown {
  if (contentType === "application/vnd.kubernetes.protobuf") return decodeProtobuf(bytes);
  if (contentType.startsWith("application/vnd.kubernetes.protobuf;")) return decodeProtobufEvents(bytes);
  const text = textOf(bytes);
  if (contentType === "application/yaml") return parse(text) as unknown;
  if (!contentType.startsWith("application/json")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // The lines of a watch.
  }
}
