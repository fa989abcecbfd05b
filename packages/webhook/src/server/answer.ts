/** From an HTTP request to its answer, without a socket: what tests and an embedded API server call, and the listener too. */
import { decodeJson, encodeJson, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { linkSignals } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { ReviewError } from "../admission/admission-request.ts";
import type { WebhookContext } from "../admission/webhook.ts";

/** Whatever Kubernetes stores is smaller, twice over. */
export const bodyBytesMax: number = 3 * 1024 * 1024;

export interface WebhookHttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if it exceeds `bodyBytesMax`. */
  readonly body: Uint8Array | undefined;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

export interface WebhookHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Answers one kind of review. Throws a `ReviewError` if the body is not such a review. */
export type Endpoint = (body: JsonValue, context: WebhookContext) => Promise<JsonObject>;

/** Answers a review, or responds in plain text with the error of the request. Does not reject. */
export async function answer(
  endpoints: ReadonlyMap<string, Endpoint>,
  { method, path, headers, body, signal }: WebhookHttpRequest,
  log: Logger,
): Promise<WebhookHttpResponse> {
  const at = pathOf(path);
  const endpoint = endpoints.get(at);
  if (!endpoint) return plain(404, "there is no webhook at this path");
  if (method !== "POST") return plain(405, "a review is sent with POST", { allow: "POST" });
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (mediaType.trim().toLowerCase() !== "application/json") return plain(415, "a review is application/json");
  if (body === undefined || body.length > bodyBytesMax) {
    return plain(413, `a review has at most ${bodyBytesMax} bytes`);
  }

  const review = jsonOf(body);
  if (review === undefined) return plain(400, "cannot read the review: expected JSON");
  using own = linkSignals(signal);
  try {
    return respond(200, "application/json", encodeJson(await endpoint(review, { signal: own.signal })));
  } catch (error) {
    if (error instanceof ReviewError) return plain(400, `cannot read the review: ${error.message}`);
    log.error("A webhook failed", { path: at, uid: uidOf(review), error });
    // The response omits the error, because any client that reaches the port may have sent the request.
    return plain(500, "the webhook failed; its log says why");
  }
}

/** The path without the query, in which an API server sends its timeout. */
export function pathOf(path: string): string {
  return path.replace(/\?.*$/u, "");
}

function jsonOf(body: Uint8Array): JsonValue | undefined {
  try {
    return decodeJson(body, { depthMax: jsonDepthMax }).value;
  } catch {
    return undefined; // The response says that the body is not JSON, without the position.
  }
}

function uidOf(review: JsonValue): JsonValue {
  const request = isJsonObject(review) ? review["request"] : undefined;
  return (isJsonObject(request ?? null) ? (request as JsonObject)["uid"] : undefined) ?? "";
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): WebhookHttpResponse {
  return respond(status, "text/plain; charset=utf-8", `${text}\n`, headers);
}

function respond(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): WebhookHttpResponse {
  return { status, headers: { ...headers, "content-type": contentType }, body: new TextEncoder().encode(text) };
}
