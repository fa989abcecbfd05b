/** Starts the metrics server of a manager. */
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import { createAccessReviewer } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { BindAddress } from "@kubewright/serving";
import { createAccessGuard, startMetricsServer } from "@kubewright/telemetry";
import type { Logger, Metrics, TelemetryServer } from "@kubewright/telemetry";

export interface ServeMetricsOptions {
  readonly address: BindAddress;
  readonly metrics: Metrics;
  /** HTTPS with authentication and authorization by the API server. */
  readonly isSecure: boolean;
  /** Default: a self-signed one, in memory. */
  readonly certificate: CertificateSource | undefined;
  /** Creates the access reviews. Not fenced by leadership, because standby replicas serve metrics as well. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Ends the wait for a certificate. */
  readonly signal: AbortSignal;
}

export async function serveMetrics(options: ServeMetricsOptions): Promise<TelemetryServer> {
  const { address, metrics, client, clock, random, log, signal } = options;
  if (!options.isSecure) return startMetricsServer(address, metrics);
  // Loaded on demand: the certificate encoder takes long to load.
  const certificate =
    options.certificate ??
    (await import("@kubewright/certificates")).createSelfSignedCertificate({ clock, random, hosts: ["localhost"] });
  return startMetricsServer(address, metrics, {
    certificate,
    guard: createAccessGuard({ reviewer: createAccessReviewer(client), clock, log }),
    onCertificateFailure: (error) => log.error("Renewal of the metrics certificate has ended", { error }),
    signal,
  });
}
