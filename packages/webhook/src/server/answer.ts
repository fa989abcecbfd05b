/** Responds to a complete HTTP request, without a socket. Tests, an embedded API server and the HTTPS server call it. */
import { decodeJson, encodeJson, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { linkSignals } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { ReviewError } from "../review/webhook-context.ts";
import type { WebhookContext } from "../review/webhook-context.ts";

/** The limit of controller-runtime. The review of an update contains the object twice, and JSON may escape its characters. */
export const bodyBytesMax: number = 7 * 1024 * 1024;

export interface WebhookHttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if it exceeds `bodyBytesMax`, 7 MiB. */
  readonly body: Uint8Array | undefined;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

export interface WebhookHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Responds to one kind of review. Throws a `ReviewError` if the body is not such a review. */
export type Endpoint = (body: JsonValue, context: WebhookContext) => Promise<JsonObject>;

/** Responds to a request without a webhook at its path; `undefined` is 404. */
export type WebhookMux = (request: WebhookHttpRequest) => Promise<WebhookHttpResponse | undefined>;

/** Returns values for `WebhookContext.values`. */
export type ContextFunc = (request: WebhookHttpRequest) => Readonly<Record<string, unknown>>;

export interface AnswerOptions {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly mux?: WebhookMux | undefined;
  readonly contextFunc?: ContextFunc | undefined;
  /** Responds with 500 if a webhook throws. With false, `answer` rejects with its error. */
  readonly recoverPanic: boolean;
  readonly log: Logger;
  /** Called if a webhook throws. */
  readonly onFailure?: () => void;
}

/** Responds to a review, or with an error of the request in plain text. */
export async function answer(options: AnswerOptions, request: WebhookHttpRequest): Promise<WebhookHttpResponse> {
  const path = pathOf(request.path);
  const endpoint = options.endpoints.get(path);
  if (!endpoint) {
    const failed = { path };
    return (
      (await recovered(options, failed, async () => options.mux?.(request))) ??
      plain(404, "there is no webhook at this path")
    );
  }
  const review = reviewOf(request);
  if ("response" in review) return review.response;
  using own = linkSignals(request.signal);
  const { headers } = request;
  const context = { signal: own.signal, path, headers, log: options.log.child({ path }) };
  return await recovered(options, { path, uid: uidOf(review.body) }, async () => {
    try {
      const values = options.contextFunc?.(request) ?? {};
      return respond(200, "application/json", encodeJson(await endpoint(review.body, { ...context, values })));
    } catch (error) {
      if (error instanceof ReviewError) return plain(400, `cannot read the review: ${error.message}`);
      throw error;
    }
  });
}

/** Responds with 500 to an error of the program. */
async function recovered<T>(
  { log, recoverPanic, onFailure }: AnswerOptions,
  failed: Readonly<Record<string, unknown>>,
  run: () => Promise<T>,
): Promise<T | WebhookHttpResponse> {
  try {
    return await run();
  } catch (error) {
    log.error("A webhook failed", { ...failed, error });
    onFailure?.();
    if (!recoverPanic) throw error;
    // The response omits the error, because any client that reaches the port may have sent the request.
    return plain(500, "the webhook failed; its log says why");
  }
}

/** The path without the query: API servers send a timeout in the query. */
export function pathOf(path: string): string {
  return path.replace(/\?.*$/u, "");
}

/** The body of a request as JSON, or the response that rejects it. */
function reviewOf({
  method,
  headers,
  body,
}: WebhookHttpRequest): { readonly body: JsonValue } | { readonly response: WebhookHttpResponse } {
  if (method !== "POST") return { response: plain(405, "a review is sent with POST", { allow: "POST" }) };
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (mediaType.trim().toLowerCase() !== "application/json") {
    return { response: plain(415, "a review is application/json") };
  }
  if (body === undefined || body.length > bodyBytesMax) {
    return { response: plain(413, `a review has at most ${bodyBytesMax} bytes`) };
  }
  try {
    return { body: decodeJson(body, { depthMax: jsonDepthMax }).value };
  } catch {
    return { response: plain(400, "cannot read the review: expected JSON") };
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
