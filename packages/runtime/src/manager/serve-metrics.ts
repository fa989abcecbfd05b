/** Starts the servers of a manager that need authentication: metrics and profiles. */
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import { createAccessReviewer } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { BindAddress } from "@kubewright/serving";
import { createAccessGuard, startMetricsServer, startProfilingServer } from "@kubewright/telemetry";
import type { Logger, Metrics, MetricsAccess, TelemetryServer } from "@kubewright/telemetry";

export interface ServeOptions {
  readonly address: BindAddress;
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

export async function serveMetrics(metrics: Metrics, options: ServeOptions): Promise<TelemetryServer> {
  return await startMetricsServer(options.address, metrics, await accessOf("metrics", options));
}

export async function serveProfiles(options: ServeOptions): Promise<TelemetryServer> {
  return await startProfilingServer(options.address, { clock: options.clock }, await accessOf("profiles", options));
}

async function accessOf(what: string, options: ServeOptions): Promise<MetricsAccess | undefined> {
  const { client, clock, random, log, signal } = options;
  if (!options.isSecure) return undefined;
  // Loaded on demand: the certificate encoder takes long to load.
  const certificate =
    options.certificate ??
    (await import("@kubewright/certificates")).createSelfSignedCertificate({ clock, random, hosts: ["localhost"] });
  return {
    certificate,
    guard: createAccessGuard({ reviewer: createAccessReviewer(client), clock, log }),
    onCertificateFailure: (error) => log.error(`Renewal of the ${what} certificate has ended`, { error }),
    signal,
  };
}
