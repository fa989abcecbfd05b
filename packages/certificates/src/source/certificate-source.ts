/** The source of a server's certificate. */
import type { IssuedCertificate } from "../authority.ts";

export interface CertificateSource {
  /**
   * Calls `use` with the certificate to serve, and again with each later one, until the signal is aborted; resolves then. Renewals that fail are
   * repeated while the current certificate stays in use.
   */
  run(use: (pair: IssuedCertificate) => void, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** The part of a Logger of `@kubewright/telemetry` that sources use. */
export interface CertificateLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
