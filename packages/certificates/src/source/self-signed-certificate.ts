/**
 * A certificate for callers who encrypt and do not check whom they talk to, such as a Prometheus with `insecure_skip_verify`. It lives in
 * memory alone: no client trusts it, so each renewal creates a new one with a new key.
 */
import { isAbort } from "@kubewright/async";
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

/** Makes the first certificate when it is run, and another at two thirds of each one's 90 days. */
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
        await clock.sleep(waitMs, { signal }).catch((error: unknown) => {
          if (!isAbort(error, signal)) throw error;
        });
      }
    },
  };
}
