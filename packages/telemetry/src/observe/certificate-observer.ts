/** The observer of certificates that are read from files. Its events are the inputs of the metrics `certwatcher_*`. */

export interface CertificateObserver {
  /** The files were read. `error` is present if the read failed or its result cannot be used. */
  readonly read?: (event: { readonly error?: unknown }) => void;
}
