// The deadline of a request. The server itself takes no time; a request waits for webhooks only.
import { apiErrorFrom } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import type { RequestContext } from "./server-context.ts";

/** Throws 504 once the deadline of a request has passed. */
export function assertBeforeDeadline({ clock, endsAtMs }: Pick<RequestContext, "clock" | "endsAtMs">): void {
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
