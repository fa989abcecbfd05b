/**
 * A certificate for clients that encrypt without verification, such as a Prometheus with `insecure_skip_verify`. It is kept in memory
 * only: no client trusts it, so each renewal creates a new one with a new key.
 */
import { sleepUnlessAborted } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority } from "../authority.ts";
import { parseCertificate } from "../certificate.ts";
import { rotationOf } from "../rotation.ts";
import type { CertificateSource } from "./certificate-source.ts";

export interface SelfSignedCertificateOptions {
  readonly clock: Clock;
  /** For serial numbers. Keys come from the operating system. */
  readonly random: Random;
  /** DNS names and addresses in the certificate. Default `localhost`. */
  readonly hosts?: readonly string[];
}

/** Creates a certificate when it is run, and a new one at two thirds of the 90 days of each. */
export function createSelfSignedCertificate(options: SelfSignedCertificateOptions): CertificateSource {
  const { clock, random, hosts = ["localhost"] } = options;
  return {
    async run(use, { signal }) {
      while (!signal.aborted) {
        const authority = await createCertificateAuthority({ clock, random, name: "self-signed" });
        const pair = await authority.issueServing({ hosts });
        if (signal.aborted) return;
        use(pair);
        const rotation = rotationOf(parseCertificate(pair.certificate), clock.wallTime());
        const waitMs = rotation.kind === "keep" ? rotation.renewAtMs - clock.wallTime() : 0;
        await sleepUnlessAborted(clock, waitMs, signal);
      }
    },
  };
}
