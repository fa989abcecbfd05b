/**
 * The server that an API server asks: HTTPS in a cluster, a function call in a test. It is a runnable of a manager, or of anything that has a
 * signal.
 */
import { abortable } from "@kubewright/async";
import { parseCertificates } from "@kubewright/certificates";
import type { CertificateSource, IssuedCertificate } from "@kubewright/certificates";
import { silentLogger } from "@kubewright/telemetry";
import type { Logger } from "@kubewright/telemetry";
import { answerAdmission } from "../admission/admission-review.ts";
import type { AdmissionWebhook } from "../admission/webhook.ts";
import { answerConversion, conversionPath } from "../conversion/conversion-review.ts";
import type { ConversionOptions } from "../conversion/conversion-review.ts";
import type { Spoke } from "../conversion/spoke.ts";
import { answer, pathOf } from "./answer.ts";
import type { Endpoint, WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";
import { listenHttps } from "./https.ts";
import type { HttpsListener } from "./https.ts";
import type { WebhookObserver } from "./webhook-metrics.ts";

/** Where kubebuilder's operators serve their webhooks. */
export const defaultWebhookPort = 9443;

export interface WebhookServerOptions {
  /** By path. */
  readonly webhooks?: Readonly<Record<string, AdmissionWebhook>>;
  /** How objects of kinds with several versions are converted, which is asked at `conversionPath`. */
  readonly conversions?: readonly Spoke[];
  /** Where the certificate comes from; needed to `start`, not to `handle`. */
  readonly certificate?: CertificateSource;
  /** Default: all addresses, since the API server is somewhere else. */
  readonly host?: string;
  /** Default `defaultWebhookPort`; 0 is one that the system chooses. */
  readonly port?: number;
  /**
   * Who may ask, beside having a way to the port: holders of a certificate of one of these authorities, in PEM. Default: everybody, since an API
   * server shows no certificate unless its `--admission-control-config-file` gives it one.
   */
  readonly clientCa?: string;
  readonly log?: Logger;
  /** Such as `createWebhookMetrics` makes. */
  readonly observer?: WebhookObserver;
}

export interface WebhookServer {
  readonly name: string;
  /** Answers a request without a socket. */
  handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse>;
  /** Resolves with the port when it listens. Rejects when `start` ends before. */
  waitForListening(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /**
   * Listens once the first certificate is there, and until the signal is aborted; answers in flight are finished. Another certificate is taken
   * for new connections, and those that are open go on.
   *
   * @throws {ListenError} when the address cannot be used. Otherwise with what ended the source of certificates.
   */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
}

export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { certificate, host, port = defaultWebhookPort, clientCa, log = silentLogger, observer = {} } = options;
  const address = { port, ...(host === undefined ? {} : { host }), ...(clientCa === undefined ? {} : { clientCa }) };
  const endpoints = endpointsOf(options, { log, onFailure: () => observer.failed?.("conversion") });
  async function handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse> {
    const path = pathOf(request.path);
    const answered = endpoints.has(path) ? observer.asked?.(path) : undefined;
    const response = await answer(endpoints, request, log);
    if (response.status === 500) observer.failed?.("admission");
    answered?.(response.status);
    return response;
  }
  const listening = Promise.withResolvers<number>();
  listening.promise.catch(() => {}); // Whoever waits hears of it; `start` rejects with it anyway.

  return {
    name: "webhook-server",
    handle,
    waitForListening: ({ signal } = {}) => abortable(listening.promise, signal),
    async start({ signal }) {
      if (!certificate) {
        throw new TypeError("Cannot serve webhooks: there is no certificate: give the option certificate");
      }
      let listener: HttpsListener | undefined;
      const failed = Promise.withResolvers<never>();
      const use = (pair: IssuedCertificate): void => {
        if (listener) {
          listener.use(pair);
          log.info("Serving webhooks with another certificate");
        } else {
          listener = listenHttps(address, pair, handle);
          listener.bound.then((bound) => {
            log.info("Serving webhooks", { port: bound });
            listening.resolve(bound);
          }, failed.reject);
        }
        const [first] = parseCertificates(pair.certificate); // A chain begins with the certificate itself.
        if (first) observer.certificateUsed?.(first.notAfterMs);
      };
      try {
        await Promise.race([certificate.run(use, { signal }), failed.promise]);
      } finally {
        listening.reject(new Error("The webhook server has ended"));
        await listener?.close();
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
    throw new TypeError(`Cannot serve webhooks: "${conversionPath}" has a webhook, and conversions are asked there`);
  }
  return endpoints.set(conversionPath, async (body) => answerConversion(body, { spokes: conversions, ...reports }));
}
