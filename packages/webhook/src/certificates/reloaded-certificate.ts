/** A certificate that somebody else keeps fresh, such as the files of cert-manager's Secret in a volume: read again and again. */
import { isAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { IssuedCertificate } from "@kubewright/certificates";
import { parseCertificates } from "@kubewright/certificates";
import { silentLogger } from "@kubewright/telemetry";
import type { Logger } from "@kubewright/telemetry";
import type { CertificateSource } from "./certificate-source.ts";

export interface ReloadedCertificateOptions {
  /** Reads both files. One that fails is tried again. */
  readonly read: () => Promise<IssuedCertificate>;
  readonly clock: Clock;
  readonly log?: Logger;
}

/** How soon a certificate that was replaced is noticed. A kubelet takes a minute or more to bring it. */
export const certificateReloadMs = 10_000;

/** Files that are not there yet, or do not fit each other because they are being replaced, are waited for. */
export function createReloadedCertificate({
  read,
  clock,
  log = silentLogger,
}: ReloadedCertificateOptions): CertificateSource {
  return {
    async run(use, { signal }) {
      let current: IssuedCertificate | undefined;
      while (!signal.aborted) {
        try {
          const pair = await read();
          if (pair.certificate !== current?.certificate || pair.key !== current.key) {
            const [certificate] = parseCertificates(pair.certificate); // A chain begins with the certificate itself.
            if (!certificate) throw new Error("there is no certificate in the file");
            use(pair); // Throws when the key is another's.
            current = pair;
            log.info("Read the webhooks' certificate", { expiresAtMs: certificate.notAfterMs });
          }
        } catch (error) {
          log.warn("Cannot read the webhooks' certificate, trying again", { error });
        }
        await clock.sleep(certificateReloadMs, { signal }).catch((error: unknown) => {
          if (!isAbort(error, signal)) throw error;
        });
      }
    },
  };
}
