/** The subresources that lead to nodes and networks, by the resource that has them. */
import type { BuiltinKind } from "../kinds/generic/builtin-kind.ts";
import type { Subresource } from "../registry/subresource.ts";
import { streamSubresources } from "./exec.ts";
import { logSubresource } from "./log.ts";
import type { NodeProxy } from "./node-proxy.ts";
import {
  nodeProxySubresource,
  podProxySubresource,
  portForwardSubresource,
  serviceProxySubresource,
} from "./proxies.ts";

/** Adds them to the kinds, which are named as `pods`. */
export function addConnections(kinds: Map<string, BuiltinKind>, proxy: NodeProxy | undefined): void {
  const added: readonly (readonly [string, readonly Subresource[]])[] = [
    ["nodes", [nodeProxySubresource]],
    ["pods", [logSubresource(proxy), podProxySubresource, portForwardSubresource, ...streamSubresources(proxy)]],
    ["services", [serviceProxySubresource]],
  ];
  for (const [plural, subresources] of added) {
    const kind = kinds.get(plural);
    if (kind !== undefined)
      kinds.set(plural, { ...kind, subresources: [...(kind.subresources ?? []), ...subresources] });
  }
}
