// Protects a server on a developer's machine from web pages (DNS rebinding, cross-site requests), before authentication.
import { isIP } from "node:net";
import type { HeaderMap } from "@kubewright/transport";
import { headerOf } from "@kubewright/transport";

/** Why a request is rejected; `undefined` if it names an allowed host. `allowedHosts` are names without ports, in lower-case letters. */
export function hostProblem(headers: HeaderMap, allowedHosts: ReadonlySet<string>): string | undefined {
  if (headerOf(headers, "origin") !== undefined) return "requests with an Origin header are rejected";
  const host = headerOf(headers, ":authority") ?? headerOf(headers, "host");
  if (host === undefined) return "the request has no Host header";
  if (!allowedHosts.has(hostNameOf(host))) return `the host ${JSON.stringify(host)} is not served here`;
  return undefined;
}

/** The permitted hosts of a listener: its address, the loopback names, and the names of the API server inside a cluster. */
export function hostsOf(host: string, more: readonly string[]): readonly string[] {
  const inCluster = [
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
  ];
  const address = isIP(host) !== 0 && host !== "0.0.0.0" && host !== "::" ? [host] : [];
  return [...new Set([...address, "127.0.0.1", "::1", "localhost", ...inCluster, ...more])];
}

function hostNameOf(host: string): string {
  if (host.startsWith("[")) return host.slice(1, host.indexOf("]")).toLowerCase();
  return (host.split(":", 1)[0] ?? "").toLowerCase();
}
