/** The webhook server: HTTPS in a cluster, a function call in a test. It is a runnable of a manager. */
import { abortable, guardObserver, isAbort } from "@kubewright/async";
import { parseCertificates } from "@kubewright/certificates";
import type { CertificateSource } from "@kubewright/certificates";
import { startHttpsServer } from "@kubewright/serving";
import type { ServingPair, TlsSettings } from "@kubewright/serving";
import { silentLogger } from "@kubewright/telemetry";
import type { HealthCheck, Logger } from "@kubewright/telemetry";
import { answer, pathOf } from "./answer.ts";
import type { AnswerOptions, ContextFunc, WebhookHttpRequest, WebhookHttpResponse, WebhookMux } from "./answer.ts";
import { createEndpoints } from "./endpoints.ts";
import type { EndpointsOptions } from "./endpoints.ts";
import { respond, webhookLimits } from "./https.ts";
import { checkReachable } from "./started-checker.ts";
import type { WebhookObserver } from "./webhook-metrics.ts";

/** The default port, as in kubebuilder. */
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
  /** Default true: the response of a webhook that throws is 500. With false, its connection is closed without a response. */
  readonly recoverPanic?: boolean;
  readonly log?: Logger;
  /** For example `createWebhookMetrics`. */
  readonly observer?: WebhookObserver;
}

export interface WebhookServer {
  readonly name: string;
  /** API servers call the webhooks of every replica, not only of the leader. */
  readonly needLeaderElection: false;
  /** Responds to a request without a socket. With `recoverPanic: false`, it rejects with the error of a webhook. */
  handle(request: WebhookHttpRequest): Promise<WebhookHttpResponse>;
  /** Resolves with the port once the server listens. Rejects with the error of `start` if that ends before. */
  waitForListening(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /** A readiness check: passes if a TLS connection to the server can be established. */
  startedChecker(): HealthCheck;
  /**
   * Listens once there is a certificate until `signal` is aborted, and then completes the requests in flight. `deadline` closes the remaining
   * connections. A later certificate is used for new connections.
   *
   * @throws {ListenError} if the address cannot be used. Otherwise the error that ended the source of certificates.
   */
  start(options: StartOptions): Promise<void>;
}

interface StartOptions {
  readonly signal: AbortSignal;
  readonly deadline?: AbortSignal;
}

/** @throws {TypeError} if two webhooks have one path, or if a path does not begin with "/". */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  return new HttpsWebhookServer(options);
}

class HttpsWebhookServer implements WebhookServer {
  readonly name = "webhook-server";
  readonly needLeaderElection = false;
  readonly #options: WebhookServerOptions;
  readonly #log: Logger;
  readonly #observer: WebhookObserver;
  readonly #answerOptions: AnswerOptions;
  readonly #listening = Promise.withResolvers<number>();
  /** The port while the server listens. */
  #port: number | undefined;

  constructor(options: WebhookServerOptions) {
    const { webhookMux: mux, contextFunc, recoverPanic = true, log = silentLogger } = options;
    const observer = guardObserver(options.observer ?? {}, (method, error) =>
      log.error("Observer failed, its further errors are not reported", { observerMethod: method, error }),
    );
    const endpoints = createEndpoints(options, { log, onFailure: () => observer.failed?.("conversion") });
    this.#options = options;
    this.#log = log;
    this.#observer = observer;
    const onFailure = (): void => observer.failed?.("admission");
    this.#answerOptions = { endpoints, mux, contextFunc, recoverPanic, log, onFailure };
    this.#listening.promise.catch(() => {}); // `start` rejects with the same error.
  }

  readonly handle = async (request: WebhookHttpRequest): Promise<WebhookHttpResponse> => {
    const path = pathOf(request.path);
    const answered = this.#answerOptions.endpoints.has(path) ? this.#observer.requestStarted?.(path) : undefined;
    let status = 500;
    try {
      const response = await answer(this.#answerOptions, request);
      ({ status } = response);
      return response;
    } finally {
      answered?.(status);
    }
  };

  waitForListening({ signal }: { readonly signal?: AbortSignal } = {}): Promise<number> {
    return abortable(this.#listening.promise, signal);
  }

  startedChecker(): HealthCheck {
    return async () => {
      if (this.#port === undefined) throw new Error("the webhook server has not been started yet");
      await checkReachable({ host: this.#options.host, port: this.#port });
    };
  }

  async start(options: StartOptions): Promise<void> {
    const { certificate } = this.#options;
    if (!certificate) throw new TypeError("Cannot serve webhooks: option certificate is missing");
    try {
      await this.#serve(certificate, options);
    } catch (error) {
      const isStopped = isAbort(error, options.signal);
      this.#listening.reject(
        isStopped ? new Error("Cannot wait for the webhook server: it was stopped before it listened") : error,
      );
      if (!isStopped) throw error;
    }
  }

  async #serve(certificate: CertificateSource, { signal, deadline }: StartOptions): Promise<void> {
    const { host, port = defaultWebhookPort, tls } = this.#options;
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {}); // It is awaited once the server listens.
    const server = await startHttpsServer({
      what: "webhooks",
      address: { port, ...(host === undefined ? {} : { host }) },
      limits: webhookLimits,
      ...(tls ? { tls } : {}),
      certificate,
      signal,
      onCertificate: (pair) => this.#certificateUsed(pair),
      onCertificateFailure: failed.reject,
      handle: (request, response) => respond(this.handle, request, response),
    });
    this.#log.info("Serving webhooks", { port: server.port });
    this.#port = server.port;
    this.#listening.resolve(server.port);
    try {
      await abortable(failed.promise, signal);
    } finally {
      this.#port = undefined;
      await server.close({ signal: deadline });
    }
  }

  #certificateUsed({ certificate }: ServingPair): void {
    const [first] = parseCertificates(certificate); // The first certificate of a chain is the serving certificate.
    if (!first) return;
    this.#log.info("Serving webhooks with a certificate", { notAfter: new Date(first.notAfterMs).toISOString() });
    this.#observer.certificateUsed?.(first.notAfterMs);
  }
}
