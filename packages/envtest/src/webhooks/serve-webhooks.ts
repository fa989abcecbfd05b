/**
 * Webhooks for an API server outside of this process: they listen on loopback, with a certificate of a temporary CA, and the
 * configurations contain this address.
 */
import { createCertificateAuthority } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import type { Clock, Random } from "@kubewright/async";
import { onAbort, spawn } from "@kubewright/async";
import { createWebhookServer } from "@kubewright/webhook";
import type { AdmissionWebhook, Spoke } from "@kubewright/webhook";
import { pathOf } from "./webhook-configuration.ts";
import type { WebhookConfiguration } from "./webhook-configuration.ts";

/** API servers on this machine can connect to it, others cannot. */
const host = "127.0.0.1";

export interface ServedWebhooks extends AsyncDisposable {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** The CA certificate of the server, as in configurations. */
  readonly caBundle: string;
}

export interface ServeOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Served in addition to the webhooks. */
  readonly conversions?: readonly Spoke[];
}

/** Listens on a free port and resolves when it does. */
export async function serveWebhooks(
  handlers: Readonly<Record<string, AdmissionWebhook>>,
  { clock, random, conversions }: ServeOptions,
): Promise<ServedWebhooks> {
  const authority = await createCertificateAuthority({ clock, random, name: "webhooks of a test" });
  const pair = await authority.issueServing({ hosts: [host] });
  const certificate: CertificateSource = {
    async run(use, { signal }) {
      const aborted = Promise.withResolvers<void>();
      using _ = onAbort(signal, () => aborted.resolve());
      use(pair);
      await aborted.promise;
    },
  };
  const server = createWebhookServer({
    webhooks: handlers,
    ...(conversions ? { conversions } : {}),
    certificate,
    host,
    port: 0,
  });
  const task = spawn((signal) => server.start({ signal }), {
    name: "webhooks",
    onError: () => {}, // Without a port `waitForListening` rejects; later errors appear in the messages of the API server.
  });
  const port = await server.waitForListening();
  return {
    url: `https://${host}:${port}`,
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    [Symbol.asyncDispose]: () => task.stop(),
  };
}

/** The configuration with the address of this server in all its webhooks, which keep their paths. */
export function pointedAt(
  { url, caBundle }: Pick<ServedWebhooks, "url" | "caBundle">,
  configuration: WebhookConfiguration,
): WebhookConfiguration {
  const webhooks = (configuration.webhooks ?? []).map((webhook) => ({
    ...webhook,
    clientConfig: { url: `${url}${pathOf(webhook.clientConfig)}`, caBundle },
  }));
  return { ...configuration, webhooks };
}
