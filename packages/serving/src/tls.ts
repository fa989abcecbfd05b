/** The TLS settings of a server as options of Node. */
import type { SecureContextOptions, TlsOptions } from "node:tls";

/** A certificate chain and its key, both in PEM. */
export interface ServingPair {
  readonly certificate: string;
  readonly key: string;
}

export type TlsVersion = "TLSv1.2" | "TLSv1.3";

export const tlsMinVersionDefault: TlsVersion = "TLSv1.2";

/** What a server requires of its clients. */
export interface TlsSettings {
  /** Certificate authorities in PEM: only clients with a certificate of one of them are served. Default: all clients. */
  readonly clientCa?: string;
  /** Default `tlsMinVersionDefault`. */
  readonly minVersion?: TlsVersion;
  /**
   * Names of TLS cipher suites, such as `TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256`, in the order of preference. A TLS version without a suite in the
   * list is not served. Default: those of Node.
   */
  readonly cipherSuites?: readonly string[];
  /** Changes the options of Node's server last, so it can override all settings. Called for each certificate. */
  readonly tlsOptions?: (options: TlsOptions) => TlsOptions;
}

export interface TlsServingOptions extends TlsSettings {
  readonly pair: ServingPair;
  /** Requests a certificate of `clientCa` and serves clients without a valid one as well: the handler decides. Default: clients need one. */
  readonly isClientCertificateOptional?: boolean;
}

/** The options of a TLS server with a certificate. Throws a `TypeError` for a cipher suite that does not exist. */
export function tlsOptionsOf(settings: TlsServingOptions): TlsOptions {
  const { pair, clientCa, isClientCertificateOptional = false, minVersion = tlsMinVersionDefault } = settings;
  const options: TlsOptions = {
    cert: pair.certificate,
    key: pair.key,
    minVersion,
    ...ciphersOf(settings.cipherSuites),
    ...(clientCa === undefined
      ? {}
      : { ca: clientCa, requestCert: true, rejectUnauthorized: !isClientCertificateOptional }),
  };
  return settings.tlsOptions?.(options) ?? options;
}

function ciphersOf(cipherSuites: readonly string[] | undefined): SecureContextOptions {
  if (cipherSuites === undefined) return {};
  if (cipherSuites.length === 0) throw new TypeError("Cannot serve HTTPS: cipherSuites is empty, must contain a name");
  const known = new Set(process.getBuiltinModule("node:tls").getCiphers());
  const ciphers = cipherSuites.map((name) => {
    const cipher = opensslName(name);
    // OpenSSL has groups, such as "HIGH", and operators as well.
    if (name.startsWith("TLS_") && known.has(cipher.toLowerCase())) return cipher;
    throw new TypeError(
      `Cannot serve HTTPS: cipherSuites contains "${name}", must contain names such as "TLS_AES_128_GCM_SHA256"`,
    );
  });
  return { ciphers: ciphers.join(":"), honorCipherOrder: true };
}

/** OpenSSL names the suites of TLS 1.2 differently: `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256` is `ECDHE-RSA-AES128-GCM-SHA256`. */
function opensslName(name: string): string {
  const [, exchange, cipher = ""] = /^TLS_(\w+)_WITH_(\w+)$/u.exec(name) ?? [];
  if (exchange === undefined) return name; // A suite of TLS 1.3.
  const openssl = cipher.replace(/^AES_/u, "AES").replace("CHACHA20_POLY1305_SHA256", "CHACHA20_POLY1305");
  return (exchange === "RSA" ? openssl : `${exchange}_${openssl}`).replace("_CBC", "").replaceAll("_", "-");
}
