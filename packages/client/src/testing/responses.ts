/** Responses of an API server: JSON documents and errors. Interceptors of tests return them, too. */
import { encodeJson } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import { bodyOf } from "@kubewright/transport";
import type { HeaderMap, TransportResponse } from "@kubewright/transport";

export function jsonResponse(value: unknown, status = 200, headers: HeaderMap = {}): TransportResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: bodyOf(`${encodeJson(value)}\n`),
  };
}

/** The response to a rejected request. The errors of `@kubewright/apimachinery` have the code, reason and message of a kube-apiserver. */
export function errorResponse({ status }: ApiError, headers: HeaderMap = {}): TransportResponse {
  return jsonResponse(status, status.code ?? 500, headers);
}

/** The 404 for a path without a served group and version. */
export function pageNotFound(): TransportResponse {
  return {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: bodyOf("404 page not found\n"),
  };
}
