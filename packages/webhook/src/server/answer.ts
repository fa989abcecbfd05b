/** From an HTTP request to its answer, without a socket: what tests and an embedded API server call, and the listener too. */
import { decodeJson, jsonDepthMax, isApiError } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { linkSignals } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { ReviewError, readReview } from "../admission/admission-request.ts";
import type { Review } from "../admission/admission-request.ts";
import type { AdmissionWebhook, Verdict } from "../admission/webhook.ts";

/** Whatever Kubernetes stores is smaller, twice over. */
export const bodyBytesMax: number = 3 * 1024 * 1024;

export interface WebhookHttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

export interface WebhookHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Answers a review, or says in plain text what was wrong with the request. It does not reject. */
export async function answer(
  webhooks: ReadonlyMap<string, AdmissionWebhook>,
  { method, path, headers, body, signal }: WebhookHttpRequest,
  log: Logger,
): Promise<WebhookHttpResponse> {
  const at = pathOf(path);
  const webhook = webhooks.get(at);
  if (!webhook) return plain(404, "there is no webhook at this path");
  if (method !== "POST") return plain(405, "a review is sent with POST", { allow: "POST" });
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (mediaType.trim().toLowerCase() !== "application/json") return plain(415, "a review is application/json");
  // A listener does not even read what says that it is too long.
  if (body.length > bodyBytesMax || Number(headers["content-length"]) > bodyBytesMax) {
    return plain(413, `a review has at most ${bodyBytesMax} bytes`);
  }

  const review = reviewOf(body);
  if (review instanceof ReviewError) return plain(400, `cannot read the review: ${review.message}`);
  using own = linkSignals(signal);
  try {
    const verdict = await webhook(review.request, { signal: own.signal });
    return respond(200, "application/json", responseText(review, verdict));
  } catch (error) {
    log.error("A webhook failed", { path: at, uid: review.request.uid, error });
    // The caller may be anybody who reaches the port.
    return plain(500, "the webhook failed; its log says why");
  }
}

/** Without the query, in which an API server says how long it waits. */
export function pathOf(path: string): string {
  return path.replace(/\?.*$/u, "");
}

function reviewOf(body: Uint8Array): Review | ReviewError {
  try {
    return readReview(decodeJson(body, { depthMax: jsonDepthMax }).value);
  } catch (error) {
    if (error instanceof ReviewError) return error;
    return new ReviewError("expected JSON", { cause: error });
  }
}

function responseText({ apiVersion, request }: Review, { refusal, warnings = [], patch }: Verdict): string {
  const response = {
    uid: request.uid,
    allowed: refusal === undefined,
    ...(refusal === undefined ? {} : { status: statusOf(refusal) }),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(patch ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") } : {}),
  };
  return JSON.stringify({ kind: "AdmissionReview", apiVersion, response });
}

/** As controller-runtime refuses. */
function statusOf(refusal: NonNullable<Verdict["refusal"]>): Status {
  return isApiError(refusal) ? refusal.status : { code: 403, reason: "Forbidden", message: refusal };
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
