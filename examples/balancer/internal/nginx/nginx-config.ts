/** The nginx configuration of a Balancer: one server and one upstream for each port. */
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import { backendServiceName } from "../children/names.ts";
import { printConfig } from "./directive.ts";
import type { Directive } from "./directive.ts";

/**
 * The content of nginx.conf. Each upstream contains the names of the backend Services, which nginx resolves when it starts.
 *
 * @throws {UnsafeWordError} for a name that the schema of the CRD rejects.
 */
export function nginxConfig(balancer: string, spec: BalancerSpec): string {
  return printConfig(configTree(balancer, spec));
}

export function configTree(balancer: string, { ports, backends }: BalancerSpec): readonly Directive[] {
  const servers = ports.map(({ name, port, protocol = "TCP" }): Directive => ({
    words: ["server"],
    block: [
      { words: ["listen", String(port), ...(protocol === "UDP" ? ["udp"] : [])] },
      { words: ["proxy_pass", upstreamName(name)] },
    ],
  }));
  const upstreams = ports.map(({ name, port }): Directive => ({
    words: ["upstream", upstreamName(name)],
    block: backends.map((backend) => ({
      words: ["server", `${backendServiceName(balancer, backend.name)}:${port}`, `weight=${backend.weight}`],
    })),
  }));
  return [
    { words: ["events"], block: [{ words: ["worker_connections", "1024"] }] },
    { words: ["stream"], block: [...servers, ...upstreams] },
  ];
}

function upstreamName(port: string): string {
  return `upstream_${port}`;
}
