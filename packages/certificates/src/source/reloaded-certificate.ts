/** A certificate that another program renews, such as the files of cert-manager's Secret in a volume. It is read periodically. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { sleepUnlessAborted } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { IssuedCertificate } from "../authority.ts";
import { parseCertificates } from "../certificate.ts";
import { CertificateError } from "../errors.ts";
import type { CertificateLog, CertificateSource } from "./certificate-source.ts";

export interface ReloadedCertificateOptions {
  /** Reads both files. A failed read is repeated. */
  readonly read: () => Promise<IssuedCertificate>;
  readonly clock: Clock;
  /** Logs each certificate, and each failed read. Default: nothing is logged. */
  readonly log?: CertificateLog;
  /** Called after each read. `error` is present if it failed or its result cannot be used. Default: nothing is called. */
  readonly onRead?: ((event: { readonly error?: unknown }) => void) | undefined;
}

/** The interval of reads. A kubelet takes a minute or more to update the files. */
export const certificateReloadMs = 10_000;

/** Creates a source that waits for missing files, and for certificate and key that do not match because they are being replaced. */
export function createReloadedCertificate({ read, clock, log, onRead }: ReloadedCertificateOptions): CertificateSource {
  return {
    async run(use, { signal }) {
      let current: IssuedCertificate | undefined;
      while (!signal.aborted) {
        try {
          const pair = await read();
          if (pair.certificate !== current?.certificate || pair.key !== current.key) {
            const [certificate] = parseCertificates(pair.certificate); // A chain begins with the certificate itself.
            if (!certificate) throw new CertificateError("Cannot use certificate: the file contains none");
            use(pair); // Throws if certificate and key do not match.
            current = pair;
            log?.info("Read the serving certificate", { expiresAtMs: certificate.notAfterMs });
          }
          onRead?.({});
        } catch (error) {
          onRead?.({ error });
          log?.warn("Cannot read the serving certificate, trying again", { error });
        }
        await sleepUnlessAborted(clock, certificateReloadMs, signal);
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
