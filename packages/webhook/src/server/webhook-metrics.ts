/** `controller_runtime_webhook_*`: what webhooks do, under controller-runtime's names, and when the certificate ends, under ours. */
import type { Clock } from "@kubewright/async";
import type { Metrics } from "@kubewright/telemetry";

/** Receives the events of a webhook server. An error of a method is caught and logged once. */
export interface WebhookObserver {
  /** A webhook is asked. What it returns is called with the HTTP status of the answer. */
  readonly asked?: (path: string) => (status: number) => void;
  /** A webhook threw what it should not have; the answer does not say what. */
  readonly failed?: (sort: "admission" | "conversion") => void;
  /** Another certificate is served with, or the first one; it ends then, in ms since the Unix epoch. */
  readonly certificateUsed?: (notAfterMs: number) => void;
}

/** Makes an observer that counts in `metrics`. Paths without a webhook are not counted, since anybody could think of more of them. */
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
    help: "How long the answer to an admission request took",
    labelNames: ["webhook"],
  });
  const inFlight = metrics.gauge({
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Admission requests that are being answered",
    labelNames: ["webhook"],
  });
  const failures = {
    admission: metrics.counter({
      name: "controller_runtime_webhook_panics_total",
      help: "Admission webhooks that threw",
    }),
    conversion: metrics.counter({
      name: "controller_runtime_conversion_webhook_panics_total",
      help: "Conversions that threw anything but a refusal",
    }),
  };
  const expiry = metrics.gauge({
    name: "kubewright_webhook_certificate_expiration_timestamp_seconds",
    help: "When the certificate that webhooks are served with ends",
  });
  const running = new Map<string, number>();

  function change(webhook: string, by: number): void {
    const count = (running.get(webhook) ?? 0) + by;
    running.set(webhook, count);
    inFlight.set(count, { webhook });
  }

  return {
    asked(webhook) {
      const startedAt = clock.now();
      change(webhook, 1);
      return (code) => {
        change(webhook, -1);
        total.increment({ webhook, code });
        latency.observe((clock.now() - startedAt) / 1000, { webhook });
      };
    },
    failed: (sort) => failures[sort].increment(),
    certificateUsed: (notAfterMs) => expiry.set(notAfterMs / 1000),
  };
}
