// A transport whose responses a test returns. It uses only microtasks.

import { bodyOf } from "@kubewright/transport";
import type { HeaderMap, Transport, TransportResponse } from "@kubewright/transport";

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderMap;
  readonly body: string;
  readonly acceptsGzip?: boolean;
}

/** Records every request and calls `answer` with it. If `answer` throws, the request has no response. */
export function createFakeTransport(answer: (request: FakeRequest) => TransportResponse): {
  readonly transport: Transport;
  readonly requests: FakeRequest[];
} {
  const requests: FakeRequest[] = [];
  return {
    requests,
    transport: {
      async request({ method, path, headers = {}, body = "", acceptsGzip = false, signal }) {
        signal?.throwIfAborted();
        const text = typeof body === "string" ? body : new TextDecoder().decode(body);
        const request = { method, path, headers, body: text, acceptsGzip };
        requests.push(request);
        return answer(request);
      },
      upgrade: () => Promise.reject(new Error("Cannot upgrade: the fake has no streams")),
      async [Symbol.asyncDispose]() {},
    },
  };
}

export function answerJson(value: unknown, status = 200, headers: HeaderMap = {}): TransportResponse {
  return { status, headers, body: bodyOf(JSON.stringify(value)) };
}

export function answerText(text: string, status = 200, headers: HeaderMap = {}): TransportResponse {
  return { status, headers, body: bodyOf(text) };
}

/** An error response of a kube-apiserver. */
export function answerStatus(
  code: number,
  reason: string,
  fields: { readonly message?: string; readonly details?: object; readonly headers?: HeaderMap } = {},
): TransportResponse {
  const { message = `the fake responded with ${reason}`, details, headers = {} } = fields;
  return answerJson({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code }, code, headers);
}
