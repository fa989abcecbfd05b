/** How webhooks are reached: by the caller's way, or by TLS to the address in the configuration. */
import type { Clock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { createSocketTransport } from "@kubewright/transport";
import type { ObjectReader } from "../registry/server-context.ts";
import type { WebhookTarget } from "./target.ts";

/** How an embedded API server reaches the webhooks that configurations in it name. */
export interface WebhookOptions {
  /**
   * The transport to a webhook. Requests are sent to it with the path of `target.url`. It is asked for once for each address, and disposed with the
   * server; an error that it throws is a failed call, which the webhook's failure policy decides about.
   *
   * Default: TLS to the host of `target.url`, with `target.caBundle` as the only authority that is trusted. Services have no address outside of a
   * cluster, so webhooks that name one cannot be called that way.
   */
  readonly dial?: (target: WebhookTarget) => Transport;
}

/** The transports of a server. */
export interface Dialler {
  /** Throws when there is no way to it. */
  transportTo(target: WebhookTarget, read: ObjectReader): Transport;
  /** Disposes all transports. What they are in the middle of fails. */
  close(): Promise<void>;
}

/** A dialler that keeps what it has dialled. */
export function createDialler(clock: Clock, { dial }: WebhookOptions): Dialler {
  const open = new Map<string, Transport>();
  return {
    transportTo(target, read) {
      const { url, caBundle } = target;
      const key = `${url.origin} ${caBundle === undefined ? "" : Buffer.from(caBundle).toString("base64")}`;
      const known = open.get(key);
      if (known !== undefined) return known;
      const transport = dial === undefined ? dialTls(target, clock, read) : dial(target);
      open.set(key, transport);
      return transport;
    },
    async close() {
      const transports = new Set(open.values());
      open.clear();
      await Promise.all(Array.from(transports, (transport) => transport[Symbol.asyncDispose]()));
    },
  };
}

const services = { group: "", resource: "services" } as const;

function dialTls({ url, service, caBundle }: WebhookTarget, clock: Clock, read: ObjectReader): Transport {
  if (service !== undefined) {
    if (!read.has(services, service)) throw new Error(`service ${JSON.stringify(service.name)} not found`);
    const what = `service "${service.name}" has no address here`;
    throw new Error(`${what}; give the webhook a url, or resolve services with the option webhooks.dial`);
  }
  return createSocketTransport({
    server: url.origin,
    clock,
    ...(caBundle === undefined ? {} : { tls: { ca: Buffer.from(caBundle).toString() } }),
  });
}
