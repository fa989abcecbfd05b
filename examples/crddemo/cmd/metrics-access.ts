/** Metrics for others: over HTTPS, to those whom the API server knows by their token and allows. */
import type { Clock, Random } from "@kubewright/async";
import { createCertificateFromFiles, createSelfSignedCertificate } from "@kubewright/certificates";
import { createAccessReviewer, createClient } from "@kubewright/client";
import { createAccessGuard } from "@kubewright/telemetry";
import type { Logger, MetricsAccess } from "@kubewright/telemetry";

export interface Surroundings {
  readonly transport: Parameters<typeof createClient>[0]["transport"];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

export function metricsAccess(
  { metricsCertPath: folder }: { readonly metricsCertPath?: string },
  { transport, clock, random, log }: Surroundings,
): MetricsAccess {
  const reviewer = createAccessReviewer(createClient({ transport, clock, random }));
  return {
    certificate:
      folder === undefined
        ? createSelfSignedCertificate({ clock, random })
        : createCertificateFromFiles({ folder }, { clock, log }),
    guard: createAccessGuard({ reviewer, clock, log }),
    onCertificateFailure: (error) => log.error("The certificate of metrics is no longer renewed", { error }),
  };
}
