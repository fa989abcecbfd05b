/** Connects the embedded API server to webhooks in the same process by function calls, so a virtual clock works. */
import type { WebhookTarget } from "@kubewright/apiserver";
import type { Clock } from "@kubewright/async";
import { bodyOf, createSocketTransport, TransportError } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";
import type { WebhookServer } from "@kubewright/webhook";
import type { ClientConfig } from "./webhook-configuration.ts";

type Dial = (target: WebhookTarget) => Transport;

/** Returns transports to `server` for these addresses, and those of `otherwise`, by default sockets, for all others. */
export function dialInProcess(
  server: Pick<WebhookServer, "handle">,
  addresses: readonly (ClientConfig | undefined)[],
  clock: Clock,
  otherwise: Dial = (target) => dialSocket(target, clock),
): Dial {
  const ours = new Set(addresses.map(addressOf));
  return (target) => {
    const { service, url } = target;
    const address = service ? serviceAddress(service) : url.origin;
    return ours.has(address) ? transportTo(server, address) : otherwise(target);
  };
}

function addressOf({ url, service = {} }: ClientConfig = {}): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : serviceAddress(service);
}

function serviceAddress({
  name = "",
  namespace = "",
}: {
  readonly name?: string;
  readonly namespace?: string;
}): string {
  return `service ${namespace}/${name}`;
}

function transportTo(server: Pick<WebhookServer, "handle">, address: string): Transport {
  return {
    async request({ method, path, headers = {}, body = "", signal }) {
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      const sent = { method, path, headers: flat(headers), body: bytes, ...(signal ? { signal } : {}) };
      const answer = await server.handle(sent);
      return { status: answer.status, headers: answer.headers, body: bodyOf(answer.body) };
    },
    upgrade({ path }) {
      return Promise.reject(
        new TransportError({
          kind: "unsupported",
          action: `upgrade "${path}"`,
          address,
          found: "webhooks answer whole requests only",
          mayHaveBeenProcessed: false,
        }),
      );
    },
    async [Symbol.asyncDispose]() {}, // Nothing is held open.
  };
}

function flat(headers: HeaderMap): Readonly<Record<string, string>> {
  const isOne = (value: string | readonly string[]): value is string => typeof value === "string";
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isOne(value) ? value : value.join(", ")]),
  );
}

function dialSocket({ url, service, caBundle }: WebhookTarget, clock: Clock): Transport {
  if (service) throw new Error(`service "${service.name}" does not belong to a webhook of the environment`);
  const tls = caBundle ? { tls: { ca: new TextDecoder().decode(caBundle) } } : {};
  return createSocketTransport({ server: url.origin, clock, ...tls });
}
