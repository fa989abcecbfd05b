/** A health check that fails before a certificate expires, so that a probe detects a missing renewal before users do. */
import type { Clock } from "@kubewright/async";
import { parseCertificates } from "../certificate.ts";
import type { CertificateSource } from "./certificate-source.ts";

/** A certificate that is renewed at two thirds of its life never comes as close to its end as this. */
export const expiryNoticeMs: number = 24 * 60 * 60 * 1000;

export interface ExpiryCheck {
  /** The source itself, watched. Give this one to the server. */
  readonly source: CertificateSource;
  /** For `manager.addReadyCheck`: rejects until there is a certificate, and from `expiryNoticeMs` before its end on. */
  readonly check: () => Promise<void>;
}

export function createExpiryCheck(source: CertificateSource, { clock }: { readonly clock: Clock }): ExpiryCheck {
  let expiresAtMs: number | undefined;
  return {
    source: {
      run: (use, options) =>
        source.run((pair) => {
          use(pair);
          const [certificate] = parseCertificates(pair.certificate); // A chain begins with the certificate itself.
          expiresAtMs = certificate?.notAfterMs;
        }, options),
    },
    async check() {
      if (expiresAtMs === undefined) throw new Error("there is no certificate yet");
      if (clock.wallTime() < expiresAtMs - expiryNoticeMs) return;
      throw new Error(`the certificate expires at ${new Date(expiresAtMs).toISOString()} and has not been renewed`);
    },
  };
}
