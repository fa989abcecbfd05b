/** Starts the servers of a manager with authentication: metrics and profiles. */
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import type { BindAddress, TlsSettings } from "@kubewright/serving";
import { createApiServerAccess, startMetricsServer, startProfilingServer } from "@kubewright/telemetry";
import type { Logger, Metrics, MetricsAccess, MetricsHandler, TelemetryServer } from "@kubewright/telemetry";

export interface ServeOptions {
  readonly address: BindAddress;
  /** Whether to serve HTTPS, with authentication and authorization by the API server. */
  readonly isSecure: boolean;
  /** Default: a self-signed certificate, in memory. */
  readonly certificate: CertificateSource | undefined;
  readonly tls?: TlsSettings | undefined;
  /** Creates the access reviews. Not fenced by leadership, because standby replicas also serve metrics. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Ends the wait for a certificate. */
  readonly signal: AbortSignal;
}

export interface ServeMetricsOptions extends ServeOptions {
  readonly extraHandlers?: Readonly<Record<string, MetricsHandler>> | undefined;
}

export async function serveMetrics(metrics: Metrics, options: ServeMetricsOptions): Promise<TelemetryServer> {
  const { address, extraHandlers } = options;
  return await startMetricsServer(address, metrics, { access: await accessOf("metrics", options), extraHandlers });
}

export async function serveProfiles(options: ServeOptions): Promise<TelemetryServer> {
  return await startProfilingServer(options.address, { clock: options.clock }, await accessOf("profiles", options));
}

async function accessOf(server: string, options: ServeOptions): Promise<MetricsAccess | undefined> {
  const { client, clock, random, log, signal, tls } = options;
  if (!options.isSecure) return undefined;
  // Loaded on demand, because the certificate encoder loads slowly.
  const certificate =
    options.certificate ??
    (await import("@kubewright/certificates")).createSelfSignedCertificate({ clock, random, hosts: ["localhost"] });
  return createApiServerAccess({ client, certificate, tls, clock, log: log.child({ server }), signal });
}
