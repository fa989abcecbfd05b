/** The webhook server: HTTPS in a cluster, a function call in a test. It is a runnable of a manager. */
import { abortable, guardObserver, isAbort } from "@kubewright/async";
import { parseCertificates } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import { startHttpsServer } from "@kubewright/serving";
import type { ServingPair, TlsSettings } from "@kubewright/serving";
import { silentLogger } from "@kubewright/telemetry";
import type { Logger } from "@kubewright/telemetry";
import { answerAdmission } from "../admission/admission-review.ts";
import type { AdmissionWebhook } from "../admission/webhook.ts";
import { answerConversion, conversionPath } from "../conversion/conversion-review.ts";
import type { ConversionOptions } from "../conversion/conversion-review.ts";
import type { Spoke } from "../conversion/spoke.ts";
import { answer, pathOf } from "./answer.ts";
import type { Endpoint, WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";
import { respond, webhookLimits } from "./https.ts";
import type { WebhookObserver } from "./webhook-metrics.ts";

/** As in kubebuilder. */
export const defaultWebhookPort = 9443;

export interface WebhookServerOptions {
  /** By path. */
  readonly webhooks?: Readonly<Record<string, AdmissionWebhook>>;
  /** Conversions between the versions of kinds, served at `conversionPath`. */
  readonly conversions?: readonly Spoke[];
  /** The source of the serving certificate. `start` needs it, `handle` does not. */
  readonly certificate?: CertificateSource;
  /** Default: all addresses. */
  readonly host?: string;
  /** Default `defaultWebhookPort`; 0 lets the system choose. */
  readonly port?: number;
  /**
   * Client certificates, TLS versions and cipher suites. Default: no client needs a certificate, because an API server presents none unless its
   * `--admission-control-config-file` names one.
   */
  readonly tls?: TlsSettings;
  readonly log?: Logger;
  /** Such as `createWebhookMetrics` makes. */
  readonly observer?: WebhookObserver;
}

export interface WebhookServer {
  readonly name: string;
  /** API servers reach the webhooks of every replica, not of the leader alone. */
  readonly needLeaderElection: false;
  /** Answers a request without a socket. */
  handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse>;
  /** Resolves with the port once the server listens. Rejects with the error of `start` if that ends before. */
  waitForListening(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /**
   * Listens from the first certificate on until `signal` is aborted, and finishes the requests in flight. `deadline` closes the connections that are
   * still open. A later certificate is used for new connections.
   *
   * @throws {ListenError} if the address cannot be used. Otherwise the error that ended the source of certificates.
   */
  start(options: { readonly signal: AbortSignal; readonly deadline?: AbortSignal }): Promise<void>;
}

export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { certificate, host, port = defaultWebhookPort, tls, log = silentLogger } = options;
  const observer = guardObserver(options.observer ?? {}, (method, error) =>
    log.error("Observer failed, its further errors are not reported", { observerMethod: method, error }),
  );
  const address = { port, ...(host === undefined ? {} : { host }) };
  const endpoints = endpointsOf(options, { log, onFailure: () => observer.failed?.("conversion") });
  async function handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse> {
    const path = pathOf(request.path);
    const answered = endpoints.has(path) ? observer.requestStarted?.(path) : undefined;
    const response = await answer(endpoints, request, log);
    if (response.status === 500) observer.failed?.("admission");
    answered?.(response.status);
    return response;
  }
  function certificateUsed({ certificate: pem }: ServingPair): void {
    const [first] = parseCertificates(pem); // A chain begins with the certificate itself.
    if (!first) return;
    log.info("Serving webhooks with a certificate", { notAfter: new Date(first.notAfterMs).toISOString() });
    observer.certificateUsed?.(first.notAfterMs);
  }
  const listening = Promise.withResolvers<number>();
  listening.promise.catch(() => {}); // `start` rejects with the same error.

  return {
    name: "webhook-server",
    needLeaderElection: false,
    handle,
    waitForListening: ({ signal } = {}) => abortable(listening.promise, signal),
    async start({ signal, deadline }) {
      if (!certificate) {
        throw new TypeError("Cannot serve webhooks: option certificate is missing");
      }
      const failed = Promise.withResolvers<never>();
      try {
        const server = await startHttpsServer({
          what: "webhooks",
          address,
          limits: webhookLimits,
          ...(tls ? { tls } : {}),
          certificate,
          signal,
          onCertificate: certificateUsed,
          onCertificateFailure: failed.reject,
          handle: (request, response) => respond(handle, request, response),
        });
        log.info("Serving webhooks", { port: server.port });
        listening.resolve(server.port);
        try {
          await abortable(failed.promise, signal);
        } finally {
          await server.close({ signal: deadline });
        }
      } catch (error) {
        listening.reject(error);
        if (!isAbort(error, signal)) throw error;
      }
    },
  };
}

function endpointsOf(
  { webhooks = {}, conversions }: WebhookServerOptions,
  reports: Omit<ConversionOptions, "spokes">,
): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const [path, webhook] of Object.entries(webhooks)) {
    endpoints.set(path, (body, context) => answerAdmission(webhook, body, context));
  }
  if (conversions === undefined) return endpoints;
  if (endpoints.has(conversionPath)) {
    throw new TypeError(`Cannot serve webhooks: "${conversionPath}" has a webhook, must be free for conversions`);
  }
  return endpoints.set(conversionPath, async (body) => answerConversion(body, { spokes: conversions, ...reports }));
}
