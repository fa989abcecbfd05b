/** The access to metrics and profiles as in controller-runtime: over HTTPS, authenticated and authorized by the API server. */
import type { Clock } from "@kubewright/async";
import { createAccessReviewer } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { ServingCertificate, TlsSettings } from "@kubewright/serving";
import type { Logger } from "../log/logger.ts";
import { createAccessGuard } from "./access-guard.ts";
import type { MetricsAccess } from "./server.ts";

export interface ApiServerAccessOptions {
  /** Creates the TokenReviews and SubjectAccessReviews. */
  readonly client: Client;
  /** For example `createSelfSignedCertificate` of `@kubewright/certificates`. */
  readonly certificate: ServingCertificate;
  readonly tls?: TlsSettings | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends the wait for the first certificate. */
  readonly signal?: AbortSignal | undefined;
}

/** Admits requests whose bearer token the API server authenticates, and whose user it lets get the path. */
export function createApiServerAccess(options: ApiServerAccessOptions): MetricsAccess {
  const { client, certificate, tls, clock, log, signal } = options;
  return {
    certificate,
    tls,
    guard: createAccessGuard({ reviewer: createAccessReviewer(client), clock, log }),
    onCertificateFailure: (error) => log.error("Renewal of the serving certificate has ended", { error }),
    signal,
  };
}
