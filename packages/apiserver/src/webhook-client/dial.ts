/** Transports to webhooks: those of the option `dial`, or sockets to the address in the configuration. */
import type { Clock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { createSocketTransport } from "@kubewright/transport";
import type { ObjectReader } from "../contracts/server-context.ts";
import type { WebhookTarget } from "./target.ts";

/** How an embedded API server connects to webhooks. */
export interface WebhookOptions {
  /**
   * Returns the transport to a webhook, and to the hosts that it redirects to. Called once for each origin and `caBundle`; the server disposes the
   * transport. If it throws, the call fails, and the webhook's failure policy applies.
   *
   * Default: a socket to the host of `target.url`. With TLS, the certificates in `target.caBundle` are the only ones that are trusted; a webhook may
   * redirect to `http://`. Services have no address outside of a cluster, so webhooks that name one cannot be called by default.
   */
  readonly dial?: (target: WebhookTarget) => Transport;
}

/** The transports of a server. */
export interface Dialer {
  /** Throws if the target cannot be reached. */
  transportTo(target: WebhookTarget, read: ObjectReader): Transport;
  /** Disposes all transports. Requests in flight fail. */
  close(): Promise<void>;
}

/** Redirects may lead to any number of origins. Beyond this number the least recently used transport is disposed. */
const transportsMax = 100;

/** A dialer that reuses its transports. */
export function createDialer(clock: Clock, { dial }: WebhookOptions): Dialer {
  const open = new Map<string, Transport>(); // In the order of last use.
  return {
    transportTo(target, read) {
      const { url, caBundle } = target;
      const key = `${url.origin} ${caBundle === undefined ? "" : Buffer.from(caBundle).toString("base64")}`;
      const transport = open.get(key) ?? (dial === undefined ? dialSocket(target, clock, read) : dial(target));
      open.delete(key);
      open.set(key, transport);
      const [oldest] = open;
      if (open.size > transportsMax && oldest !== undefined) {
        open.delete(oldest[0]);
        // No request waits for the disposal or could report its failure.
        oldest[1][Symbol.asyncDispose]().then(undefined, () => {});
      }
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

function dialSocket({ url, service, caBundle }: WebhookTarget, clock: Clock, read: ObjectReader): Transport {
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
