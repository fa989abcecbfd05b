/** Where a server's certificate comes from, now and whenever it is replaced. */
import type { IssuedCertificate } from "@kubewright/certificates";

export interface CertificateSource {
  /**
   * Calls `use` with the certificate to serve with, and again with each later one, until the signal aborts; resolves then. What goes wrong
   * after the first one is tried again, while the present certificate serves on.
   */
  run(use: (pair: IssuedCertificate) => void, options: { readonly signal: AbortSignal }): Promise<void>;
}
