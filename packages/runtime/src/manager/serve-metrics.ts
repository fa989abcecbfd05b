/** A manager's metrics, served as its options say. */
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import { createAccessReviewer } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { createAccessGuard, startMetricsServer } from "@kubewright/telemetry";
import type { BindAddress, Logger, Metrics, TelemetryServer } from "@kubewright/telemetry";

export interface ServeMetricsOptions {
  readonly address: BindAddress;
  readonly metrics: Metrics;
  /** Over HTTPS, to those whom the API server lets read. */
  readonly isSecure: boolean;
  /** Default: one that is made in memory. */
  readonly certificate: CertificateSource | undefined;
  /** Asks the API server; not one that leadership fences, since those who wait to lead are measured too. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Ends the waiting for a certificate. */
  readonly signal: AbortSignal;
}

export async function serveMetrics(options: ServeMetricsOptions): Promise<TelemetryServer> {
  const { address, metrics, client, clock, random, log, signal } = options;
  if (!options.isSecure) return startMetricsServer(address, metrics);
  // What makes certificates is loaded by those alone who need it.
  const certificate =
    options.certificate ??
    (await import("@kubewright/certificates")).createSelfSignedCertificate({ clock, random, hosts: ["localhost"] });
  return startMetricsServer(address, metrics, {
    certificate,
    guard: createAccessGuard({ reviewer: createAccessReviewer(client), clock, log }),
    onCertificateFailure: (error) => log.error("The certificate of metrics is no longer renewed", { error }),
    signal,
  });
}
