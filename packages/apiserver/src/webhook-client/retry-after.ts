/** Decides whether a webhook is called again, as client-go does for every request: https://pkg.go.dev/k8s.io/client-go/rest#Request.MaxRetries */
import { headerOf } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";

/** The maximum number of repeated calls. */
export const retriesMax = 10;

/**
 * The wait before the next attempt: the seconds in `Retry-After` of a response with 429 or 5xx. `undefined`: there is no further attempt. Dates are
 * not supported, and a negative number means no wait.
 */
export function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  if (status !== 429 && status < 500) return undefined;
  const seconds = headerOf(headers, "retry-after") ?? "";
  return /^[+-]?\d+$/u.test(seconds) ? Math.max(0, Number(seconds)) * 1000 : undefined;
}
