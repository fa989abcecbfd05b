/** The subresources of Pods that reach their nodes and networks. */
import type { Subresource } from "../contracts/subresource.ts";
import { streamSubresources } from "./exec.ts";
import { logSubresource } from "./log.ts";
import type { NodeProxy } from "./node-proxy.ts";
import { podProxySubresource, portForwardSubresource } from "./proxies.ts";

/** The subresources; `proxy` reaches the containers. */
export function podConnections(proxy: NodeProxy | undefined): readonly Subresource[] {
  return [logSubresource(proxy), podProxySubresource, portForwardSubresource, ...streamSubresources(proxy)];
}
