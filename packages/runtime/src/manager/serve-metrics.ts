/** A manager's metrics, served as its options say. */
import type { SubjectAccessReview } from "@kubewright/api/authorization.k8s.io/v1";
import type { TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import type { Client } from "@kubewright/client";
import { createAccessGuard, startMetricsServer } from "@kubewright/telemetry";
import type { AccessReviewer, BindAddress, Logger, Metrics, TelemetryServer } from "@kubewright/telemetry";

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

/** Asks an API server, which needs the right to create `tokenreviews` and `subjectaccessreviews`. */
export function createAccessReviewer(client: Pick<Client, "create">): AccessReviewer {
  return {
    async authenticate(token, options) {
      const review: TokenReview = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
      const { status } = await client.create(review, options);
      const username = status?.user?.username;
      return status?.authenticated && username ? { ...status.user, username } : undefined;
    },
    async authorize({ username, ...user }, { verb, path }, options) {
      const review: SubjectAccessReview = {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { ...user, user: username, nonResourceAttributes: { verb, path } },
      };
      const { status } = await client.create(review, options);
      return status?.allowed === true && status.denied !== true;
    },
  };
}
