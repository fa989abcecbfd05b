// `?timeout=` of a request. Requests here end as soon as they are begun, so a limit never matters; one that makes no sense is refused all the same.
import { badRequest } from "@kubewright/apimachinery";

/** A duration in the notation of Go: `30s`, `1m30s`, `1.5h`, `0`. */
const duration = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** Throws 400 for a time limit that is no duration. */
export function assertTimeout(query: URLSearchParams): void {
  const timeout = query.get("timeout");
  if (timeout === null || timeout === "" || duration.test(timeout)) return;
  throw badRequest(`invalid timeout specified in the request URL - time: invalid duration ${JSON.stringify(timeout)}`);
}
