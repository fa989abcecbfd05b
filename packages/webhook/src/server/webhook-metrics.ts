/** The metrics `controller_runtime_webhook_*`, with the names of controller-runtime, and a metric of the expiry of the certificate. */
import type { Clock } from "@kubewright/async";
import type { Metrics } from "@kubewright/telemetry";

/** Receives the events of a webhook server. An error of a method is caught and logged once. */
export interface WebhookObserver {
  /** A webhook has received a request. The returned function is called with the HTTP status of the response. */
  readonly requestStarted?: (path: string) => (status: number) => void;
  /** A webhook threw an unexpected error, which the response does not contain. */
  readonly failed?: (kind: "admission" | "conversion") => void;
  /** The server uses its first or another certificate, which expires at this time, in ms since the Unix epoch. */
  readonly certificateUsed?: (notAfterMs: number) => void;
}

/** Creates an observer that counts in `metrics`. Paths without a webhook are not counted, because clients could request any number of them. */
export function createWebhookMetrics(
  metrics: Metrics,
  { clock }: { readonly clock: Clock },
): Required<WebhookObserver> {
  const total = metrics.counter({
    name: "controller_runtime_webhook_requests_total",
    help: "Admission requests, by webhook and HTTP status",
    labelNames: ["webhook", "code"],
  });
  const latency = metrics.histogram({
    name: "controller_runtime_webhook_latency_seconds",
    help: "The latency of admission requests",
    labelNames: ["webhook"],
  });
  const inFlight = metrics.gauge({
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Admission requests in flight",
    labelNames: ["webhook"],
  });
  const failures = {
    admission: metrics.counter({
      name: "controller_runtime_webhook_panics_total",
      help: "Admission webhooks that threw",
    }),
    conversion: metrics.counter({
      name: "controller_runtime_conversion_webhook_panics_total",
      help: "Conversions that threw an error other than a ConversionError",
    }),
  };
  const expiry = metrics.gauge({
    name: "kubewright_webhook_certificate_expiration_timestamp_seconds",
    help: "The expiry of the serving certificate of webhooks",
  });
  const running = new Map<string, number>();

  function change(webhook: string, by: number): void {
    const count = (running.get(webhook) ?? 0) + by;
    running.set(webhook, count);
    inFlight.set(count, { webhook });
  }

  return {
    requestStarted(webhook) {
      const startedAt = clock.now();
      change(webhook, 1);
      return (code) => {
        change(webhook, -1);
        total.increment({ webhook, code });
        latency.observe((clock.now() - startedAt) / 1000, { webhook });
      };
    },
    failed: (kind) => failures[kind].increment(),
    certificateUsed: (notAfterMs) => expiry.set(notAfterMs / 1000),
  };
}
