/** Whether a webhook is called again. client-go decides so for every request: https://pkg.go.dev/k8s.io/client-go/rest#Request.MaxRetries */
import { headerOf } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";

/** How often a call is repeated at most. */
export const retriesMax = 10;

/**
 * The wait before the next attempt: a response of 429 or 5xx has it in `Retry-After`, as a number of seconds. `undefined`: this response counts.
 * A date is not understood, and a negative number means at once.
 */
export function retryAfterMs({ status, headers }: TransportResponse): number | undefined {
  if (status !== 429 && status < 500) return undefined;
  const seconds = headerOf(headers, "retry-after") ?? "";
  return /^[+-]?\d+$/u.test(seconds) ? Math.max(0, Number(seconds)) * 1000 : undefined;
}
