// Converts error responses to `ApiError`. Most bodies are a Status; proxies and unknown paths respond with plain text.

import { ApiError, decodeJson, isStatus } from "@kubewright/apimachinery";
import type { Status, StatusReason } from "@kubewright/apimachinery";
import { readBody } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";

import { retryAfterSeconds, retryAfterSecondsMax } from "./headers.ts";

/** Longer bodies are an error. Longer plain text is cut in the message: it may be a whole web page. */
const errorBodyBytesMax = 1024 * 1024;
const shownTextMax = 200;

/** Reads the body of an error response. `action` follows "Cannot" in the message: `get Pod "default/web"`. */
export async function answerError(response: TransportResponse, action: string): Promise<ApiError> {
  const body = await readBody(response, { limitBytes: errorBodyBytesMax });
  const status = statusOf(response.status, body);
  const seconds = retryAfterSeconds(response.headers);
  if (seconds === undefined || status.details?.retryAfterSeconds !== undefined) return new ApiError(action, status);
  return new ApiError(action, { ...status, details: { ...status.details, retryAfterSeconds: seconds } });
}

/** The error of an ERROR event of a watch, whose object is the Status. */
export function eventError(body: Uint8Array, action: string): ApiError {
  return new ApiError(action, statusOf(500, body));
}

function statusOf(code: number, body: Uint8Array): Status {
  const text = new TextDecoder().decode(body);
  const decoded = decodedOrUndefined(text);
  if (isStatus(decoded)) return withLimitedRetryAfter({ ...decoded, code: decoded.code ?? code });
  // The timeout filter of kube-apiserver sends a Status without apiVersion and kind.
  const named: unknown = typeof decoded === "object" ? { apiVersion: "v1", kind: "Status", ...decoded } : undefined;
  if (isStatus(named) && named.status === "Failure" && named.code === code) return withLimitedRetryAfter(named);

  const reason = reasonsByCode[code];
  const shown = printable(text);
  return {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    code,
    message: `the server responded with ${code}${shown === "" ? "" : `: ${shown}`}`,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The delay in a Status has the same limit as the header. */
function withLimitedRetryAfter(status: Status): Status {
  const { details } = status;
  const seconds = details?.retryAfterSeconds;
  if (seconds === undefined || seconds <= retryAfterSecondsMax) return status;
  return { ...status, details: { ...details, retryAfterSeconds: retryAfterSecondsMax } };
}

function decodedOrUndefined(text: string): unknown {
  try {
    return decodeJson(text).value;
  } catch {
    return undefined; // Text that is not JSON is shown in the message.
  }
}

function printable(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > shownTextMax ? `${line.slice(0, shownTextMax)}…` : line;
}

const reasonsByCode: Readonly<Record<number, StatusReason>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Gone",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};
