/** Where a server's certificate comes from, now and whenever it is replaced. */
import type { IssuedCertificate } from "../authority.ts";

export interface CertificateSource {
  /**
   * Calls `use` with the certificate to serve with, and again with each later one, until the signal aborts; resolves then. What goes wrong
   * after the first one is tried again, while the present certificate serves on.
   */
  run(use: (pair: IssuedCertificate) => void, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Where a source tells what it does: the part of a Logger of `@kubewright/telemetry` that it needs. */
export interface CertificateLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
