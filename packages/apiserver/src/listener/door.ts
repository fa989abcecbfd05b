// Who is let in at all, before anybody asks who they are: requests that a browser could be tricked into sending are not.
// A server on a developer's machine is reachable from every web page they open; its address is no secret to them.
import { isIP } from "node:net";
import type { HeaderMap } from "@kubewright/transport";
import { headerOf } from "@kubewright/transport";

/** Why a request is refused at the door; `undefined` when it may come in. `allowedHosts` are names without ports. */
export function refusalOf(headers: HeaderMap, allowedHosts: ReadonlySet<string>): string | undefined {
  if (headerOf(headers, "origin") !== undefined) return "requests with an Origin header are not served";
  const host = headerOf(headers, ":authority") ?? headerOf(headers, "host");
  if (host === undefined) return "a request must name its host";
  if (!allowedHosts.has(hostNameOf(host))) return `the host ${JSON.stringify(host)} is not served here`;
  return undefined;
}

/** The hosts that a listener answers to: its own address, what loopback is called, and the names the API server has inside a cluster. */
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
