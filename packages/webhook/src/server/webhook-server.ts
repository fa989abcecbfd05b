/** The webhook server: HTTPS in a cluster, a function call in a test. It is a runnable of a manager. */
import { abortable, guardObserver, isAbort } from "@kubewright/async";
import { parseCertificates } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import { startHttpsServer } from "@kubewright/serving";
import type { ServingPair, TlsSettings } from "@kubewright/serving";
import { silentLogger } from "@kubewright/telemetry";
import type { HealthCheck, Logger } from "@kubewright/telemetry";
import { answer, pathOf } from "./answer.ts";
import type { ContextFunc, WebhookHttpRequest, WebhookHttpResponse, WebhookMux } from "./answer.ts";
import { createEndpoints } from "./endpoints.ts";
import type { EndpointsOptions } from "./endpoints.ts";
import { respond, webhookLimits } from "./https.ts";
import { checkReachable } from "./started-checker.ts";
import type { WebhookObserver } from "./webhook-metrics.ts";

/** As in kubebuilder. */
export const defaultWebhookPort = 9443;

export interface WebhookServerOptions extends EndpointsOptions {
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
  /** Responds to requests without a webhook at their path, such as a router of the program. Default: they are 404. */
  readonly webhookMux?: WebhookMux;
  /** Returns `values` of the context of a webhook from its HTTP request. */
  readonly contextFunc?: ContextFunc;
  /** Default true: a webhook that throws gives a 500 response. With false, its connection is closed without a response. */
  readonly recoverPanic?: boolean;
  readonly log?: Logger;
  /** Such as `createWebhookMetrics` makes. */
  readonly observer?: WebhookObserver;
}

export interface WebhookServer {
  readonly name: string;
  /** API servers reach the webhooks of every replica, not of the leader alone. */
  readonly needLeaderElection: false;
  /** Answers a request without a socket. With `recoverPanic: false`, it rejects with the error of a webhook. */
  handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse>;
  /** Resolves with the port once the server listens. Rejects with the error of `start` if that ends before. */
  waitForListening(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /** A readiness check: passes if a TLS connection to the server can be established. */
  startedChecker(): HealthCheck;
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
  const endpoints = createEndpoints(options, { log, onFailure: () => observer.failed?.("conversion") });
  const { webhookMux: mux, contextFunc, recoverPanic = true } = options;
  const onFailure = (): void => observer.failed?.("admission");

  async function handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse> {
    const path = pathOf(request.path);
    const answered = endpoints.has(path) ? observer.requestStarted?.(path) : undefined;
    let status = 500;
    try {
      const response = await answer({ endpoints, mux, contextFunc, recoverPanic, log, onFailure }, request);
      ({ status } = response);
      return response;
    } finally {
      answered?.(status);
    }
  }
  function certificateUsed({ certificate: pem }: ServingPair): void {
    const [first] = parseCertificates(pem); // A chain begins with the certificate itself.
    if (!first) return;
    log.info("Serving webhooks with a certificate", { notAfter: new Date(first.notAfterMs).toISOString() });
    observer.certificateUsed?.(first.notAfterMs);
  }
  const listening = Promise.withResolvers<number>();
  listening.promise.catch(() => {}); // `start` rejects with the same error.

  let bound: number | undefined;

  async function serve(
    source: CertificateSource,
    { signal, deadline }: { readonly signal: AbortSignal; readonly deadline?: AbortSignal },
  ): Promise<void> {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {}); // It is awaited once the server listens.
    const server = await startHttpsServer({
      what: "webhooks",
      address,
      limits: webhookLimits,
      ...(tls ? { tls } : {}),
      certificate: source,
      signal,
      onCertificate: certificateUsed,
      onCertificateFailure: failed.reject,
      handle: (request, response) => respond(handle, request, response),
    });
    bound = server.port;
    log.info("Serving webhooks", { port: bound });
    listening.resolve(bound);
    try {
      await abortable(failed.promise, signal);
    } finally {
      bound = undefined;
      await server.close({ signal: deadline });
    }
  }

  return {
    name: "webhook-server",
    needLeaderElection: false,
    handle,
    waitForListening: ({ signal } = {}) => abortable(listening.promise, signal),
    startedChecker: () => async () => {
      if (bound === undefined) throw new Error("the webhook server has not been started yet");
      await checkReachable({ host, port: bound });
    },
    async start({ signal, deadline }) {
      if (!certificate) throw new TypeError("Cannot serve webhooks: option certificate is missing");
      try {
        await serve(certificate, { signal, ...(deadline ? { deadline } : {}) });
      } catch (error) {
        const isStopped = isAbort(error, signal);
        listening.reject(
          isStopped ? new Error("Cannot wait for the webhook server: it was stopped before it listened") : error,
        );
        if (!isStopped) throw error;
      }
    },
  };
}
