// Creates responses without content negotiation, and discards responses.
import type { HeaderMap } from "@kubewright/transport";
import type { ServerResponse } from "./server-request.ts";

const encoder = new TextEncoder();

/** A response in plain text, such as that of a health check. */
export function textResponse(status: number, text: string, headers: HeaderMap = {}): ServerResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: encoder.encode(text) };
}

/** A response in JSON, indented by `indent` spaces. Default: one line. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: HeaderMap = {},
  indent: number | undefined = undefined,
): ServerResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: encoder.encode(JSON.stringify(value, undefined, indent)),
  };
}

/** Ends the body of a response that is not sent. Otherwise a watch would remain open. Does nothing for a body that has ended. */
export async function discardResponse({ body }: ServerResponse): Promise<void> {
  if (!(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.();
}

/** The response of kube-apiserver's router to an unknown path. */
export function pathNotFound(): ServerResponse {
  return textResponse(404, "404 page not found\n", { "x-content-type-options": "nosniff" });
}
