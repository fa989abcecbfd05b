// `?timeout=` of a write: the time limit of the API server. The fence shortens it to the remaining validity of the Lease.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go
import { parseGoDuration } from "@kubewright/apimachinery";

/**
 * Returns the path with a `timeout` of at most `timeoutMs`. A shorter timeout of the caller is kept. A longer timeout is replaced, and so is 0, which
 * API servers parse as their default. Proxied paths are returned unchanged, because their query belongs to another server.
 *
 * @throws {RangeError} if the `timeout` is not a duration in Go's notation.
 */
export function limitServerTimeout(path: string, timeoutMs: number): string {
  const queryStart = path.indexOf("?");
  const resource = queryStart === -1 ? path : path.slice(0, queryStart);
  if (isProxied(resource)) return path;
  const query = queryStart === -1 ? "" : path.slice(queryStart + 1);
  const sent = new URLSearchParams(query).getAll("timeout");
  const limit = `timeout=${timeoutMs}ms`;
  if (sent.length === 0) return `${resource}?${query === "" ? "" : `${query}&`}${limit}`;
  const [first = ""] = sent; // API servers ignore the others.
  const sentNanos = first === "" ? 0n : parseGoDuration(first);
  if (sentNanos === undefined) {
    const found = `timeout is ${JSON.stringify(first)}, must be a duration such as "1m30s"`;
    throw new RangeError(`Cannot send a write to ${JSON.stringify(path)}: ${found}`);
  }
  if (sentNanos > 0n && Number(sentNanos) / 1e6 <= timeoutMs) return path;
  const others = query.split("&").filter((part) => !new URLSearchParams(part).has("timeout"));
  return `${resource}?${[...others, limit].join("&")}`;
}

/** Whether the path is that of a `proxy` subresource: `/api/v1/namespaces/n/services/s/proxy/…`. */
function isProxied(resource: string): boolean {
  const [root, ...rest] = resource.split("/").slice(1);
  const parts = rest.slice(root === "apis" ? 2 : 1);
  const isNamespaced = parts[0] === "namespaces" && parts.length > 3;
  return parts[isNamespaced ? 4 : 2] === "proxy";
}
