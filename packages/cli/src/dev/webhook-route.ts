/** How the API server reaches webhooks on this machine. */
import { isIP } from "node:net";

import { CommandError } from "../io.ts";

/** A route from the API server to the webhook port of the operator. */
export interface WebhookRoute {
  /** The host names and addresses of the certificate. */
  readonly hosts: readonly string[];
  /** The port that the API server calls: the operator's port, or one that is translated to it. */
  readonly port: number;
  /** A description for messages. */
  readonly description: string;
  /** The clientConfig of the webhook at `path`. */
  clientConfig(path: string): Readonly<Record<string, unknown>>;
  /** The objects on the cluster that the route needs. */
  readonly objects: readonly RouteObject[];
}

export interface RouteObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}

export const webhookModes = ["local", "url", "service", "ssh", "off"] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** The object on the cluster that represents this machine in the mode "service". */
const service = { namespace: "default", name: "kubewright-dev-webhooks" } as const;
const serviceHost = `${service.name}.${service.namespace}.svc`;

/**
 * The route of a mode.
 *
 * - `local`: a loopback address, for API servers on this machine.
 * - `url`: the address of this machine as seen from the API server, such as `host.docker.internal` or one in the local network; with a port if a device
 *   between them translates it.
 * - `service`: a Service without a selector, whose only endpoint is that address: for clusters in which only the Pod network reaches
 *   this machine.
 * - `ssh`: like `service`, with the address of a machine near the cluster, from which ssh forwards to this machine.
 *
 * @throws {CommandError} when the mode needs an address that is missing or invalid.
 */
export function webhookRoute(
  mode: Exclude<WebhookMode, "off">,
  address: string | undefined,
  port: number,
): WebhookRoute {
  if (mode === "local") return urlRoute("127.0.0.1", port);
  const { host, port: outerPort = port } = addressOf(mode, address);
  return mode === "url" ? urlRoute(host, outerPort) : serviceRoute(host, outerPort);
}

function urlRoute(host: string, port: number): WebhookRoute {
  const origin = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    hosts: [host],
    port,
    description: origin,
    clientConfig: (path) => ({ url: `${origin}${path}` }),
    objects: [],
  };
}

function serviceRoute(host: string, port: number): WebhookRoute {
  const family = isIP(host);
  if (family === 0)
    throw new CommandError(
      `Cannot route webhooks to this machine: --webhook-address is "${host}": a Service needs an IP address`,
    );
  const labels = { "app.kubernetes.io/managed-by": "kubewright-dev" };
  const ports = [{ name: "https", port: 443, targetPort: port, protocol: "TCP" }];
  const objects = [
    { apiVersion: "v1", kind: "Service", metadata: { ...service, labels }, spec: { ports } },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...service, labels: { ...labels, "kubernetes.io/service-name": service.name } },
      addressType: `IPv${family}`,
      endpoints: [{ addresses: [host], conditions: { ready: true } }],
      ports: [{ name: "https", port, protocol: "TCP" }],
    },
  ];
  return {
    hosts: [serviceHost],
    port,
    description: `Service ${service.namespace}/${service.name}, which routes to ${host} port ${port}`,
    clientConfig: (path) => ({ service: { ...service, path, port: 443 } }),
    objects,
  };
}

function addressOf(mode: string, address: string | undefined): { readonly host: string; readonly port?: number } {
  if (address === undefined) {
    throw new CommandError(
      `Cannot route webhooks to this machine: --webhooks is "${mode}" and --webhook-address is missing: expected the address at which the cluster reaches this machine`,
    );
  }
  if (isIP(address)) return { host: address };
  const [, host = "", port] = /^(\[[\da-f:.]+\]|[a-z\d][a-z\d.-]*)(?::(\d{1,5}))?$/i.exec(address) ?? [];
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (bare === "" || (host !== bare && isIP(bare) === 0) || Number(port ?? 1) > 65_535) {
    throw new CommandError(
      `Cannot route webhooks to this machine: --webhook-address is "${address}": expected HOST or HOST:PORT`,
    );
  }
  return { host: bare, ...(port === undefined ? {} : { port: Number(port) }) };
}
