// When a request ends without an outcome: at its deadline, or when its client has gone. The server itself takes no time; a request waits for
// webhooks only, and whatever waits checks this before it stores anything.
import { apiErrorFrom } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import type { RequestContext } from "./server-context.ts";

/**
 * Checks that the client is still connected and the deadline has not passed.
 *
 * @throws the reason of the request's signal if the client has gone; `ApiError` 504 once the deadline has passed.
 */
export function assertActive({ clock, endsAtMs, signal }: Pick<RequestContext, "clock" | "endsAtMs" | "signal">): void {
  signal?.throwIfAborted();
  if (clock.now() >= endsAtMs) throw deadlineExceeded();
}

/** 504: the deadline of the request has passed. */
export function deadlineExceeded(): ApiError {
  return apiErrorFrom({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Timeout: request did not complete within the allotted timeout",
    reason: "Timeout",
    details: {},
    code: 504,
  });
}
