/** The transport of an operator under test: records its writes and the requests that RBAC denied. */
import { bodyOf, readBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { parseDenial } from "./denial.ts";
import type { Denial } from "./denial.ts";

export interface TransportObserver {
  /** Called with `POST /api/v1/…`, without the query, for each request that may change an object other than an Event. */
  onWrite(write: string): void;
  onDenied(denial: Denial): void;
}

/** Disposing the result leaves `transport` open. */
export function observeTransport(transport: Transport, { onWrite, onDenied }: TransportObserver): Transport {
  return {
    async request(request) {
      const path = request.path.replace(/\?.*/u, "");
      if (request.method !== "GET" && !/\/events(?:\/|$)/u.test(path)) onWrite(`${request.method} ${path}`);
      const response = await transport.request(request);
      if (response.status !== 403) return response;
      const body = await readBody(response);
      const denial = parseDenial(messageIn(body));
      if (denial) onDenied(denial);
      return { ...response, body: bodyOf(body) };
    },
    upgrade: (request) => transport.upgrade(request),
    async [Symbol.asyncDispose]() {},
  };
}

/** The message of a Status; empty for other bodies. */
function messageIn(body: Uint8Array): string {
  try {
    const status: unknown = JSON.parse(new TextDecoder().decode(body));
    const message: unknown = typeof status === "object" && status !== null && "message" in status && status.message;
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
