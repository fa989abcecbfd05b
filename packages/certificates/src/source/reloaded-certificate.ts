/** A certificate that somebody else keeps fresh, such as the files of cert-manager's Secret in a volume: read again and again. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { isAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { IssuedCertificate } from "../authority.ts";
import { parseCertificates } from "../certificate.ts";
import { CertificateError } from "../errors.ts";
import type { CertificateLog, CertificateSource } from "./certificate-source.ts";

export interface ReloadedCertificateOptions {
  /** Reads both files. One that fails is tried again. */
  readonly read: () => Promise<IssuedCertificate>;
  readonly clock: Clock;
  /** Logs each certificate, and each failed read. Default: nothing is logged. */
  readonly log?: CertificateLog;
}

/** How soon a certificate that was replaced is noticed. A kubelet takes a minute or more to bring it. */
export const certificateReloadMs = 10_000;

/** Files that are not there yet, or do not fit each other because they are being replaced, are waited for. */
export function createReloadedCertificate({ read, clock, log }: ReloadedCertificateOptions): CertificateSource {
  return {
    async run(use, { signal }) {
      let current: IssuedCertificate | undefined;
      while (!signal.aborted) {
        try {
          const pair = await read();
          if (pair.certificate !== current?.certificate || pair.key !== current.key) {
            const [certificate] = parseCertificates(pair.certificate); // A chain begins with the certificate itself.
            if (!certificate) throw new CertificateError("Cannot use certificate: the file contains none");
            use(pair); // Throws when the key is another's.
            current = pair;
            log?.info("Read the serving certificate", { expiresAtMs: certificate.notAfterMs });
          }
        } catch (error) {
          log?.warn("Cannot read the serving certificate, trying again", { error });
        }
        await clock.sleep(certificateReloadMs, { signal }).catch((error: unknown) => {
          if (!isAbort(error, signal)) throw error;
        });
      }
    },
  };
}

export interface CertificateFiles {
  readonly folder: string;
  /** Name of the file with the certificate, or the chain that begins with it. Default "tls.crt", as in a Secret of type kubernetes.io/tls. */
  readonly certName?: string;
  /** Name of the file with the key. Default "tls.key". */
  readonly keyName?: string;
}

/** `createReloadedCertificate` of two PEM files in a folder: what flags such as `--metrics-cert-path` name. */
export function createCertificateFromFiles(
  { folder, certName = "tls.crt", keyName = "tls.key" }: CertificateFiles,
  options: Omit<ReloadedCertificateOptions, "read">,
): CertificateSource {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  return createReloadedCertificate({
    ...options,
    read: async () => ({ certificate: await read(certName), key: await read(keyName) }),
  });
}
