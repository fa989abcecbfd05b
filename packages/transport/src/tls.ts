/** TLS options, and their validation: options that contradict each other would be less secure than intended. */
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { ConnectionOptions, PeerCertificate } from "node:tls";
import type { ServerAddress } from "./address.ts";

/** TLS options. Certificates and keys are PEM. */
export interface TlsOptions {
  /**
   * The only certificates that are trusted, one or more; those of the platform by default. Each is accepted as an authority if it is one, and as the
   * certificate of the server itself.
   */
  readonly ca?: string;
  /** The name that the server's certificate must contain, and that is sent as SNI. Default: the host of `server`. */
  readonly serverName?: string;
  /** Accepts any certificate, so an attacker on the network can read and change all traffic: only for tests. Excludes `ca`. */
  readonly insecureSkipVerify?: boolean;
  /** The client's certificate, with its chain. Requires `key`. */
  readonly certificate?: string;
  /** The key of `certificate`. Requires `certificate`. */
  readonly key?: string;
}

/** Returns the current TLS options. Called before each request, so it should return cached values. */
export type TlsProvider = () => TlsOptions | Promise<TlsOptions>;

/** Throws a `TypeError` for options that contradict each other. */
export function assertTlsOptions(options: TlsOptions): void {
  if (options.insecureSkipVerify && options.ca !== undefined) {
    throw new TypeError(
      'Cannot use TLS options: "insecureSkipVerify" is true and "ca" is set, must be only one of them',
    );
  }
  if ((options.certificate === undefined) !== (options.key === undefined)) {
    const [found, missing] = options.key === undefined ? ["certificate", "key"] : ["key", "certificate"];
    throw new TypeError(`Cannot use TLS options: "${found}" is set without "${missing}", must be both or neither`);
  }
}

/** Whether connections with these options are interchangeable. */
export function isSameTls(first: TlsOptions, second: TlsOptions): boolean {
  return (
    first === second ||
    (first.ca === second.ca &&
      first.serverName === second.serverName &&
      first.insecureSkipVerify === second.insecureSkipVerify &&
      first.certificate === second.certificate &&
      first.key === second.key)
  );
}

/** Converts these options to those of Node, for a connection to `server` that offers `protocols` (ALPN). */
export function connectionOptions(
  server: ServerAddress,
  options: TlsOptions,
  protocols: readonly string[],
): ConnectionOptions {
  const name = options.serverName ?? server.host;
  return {
    host: name,
    ...(isIP(name) === 0 && { servername: name }), // SNI contains only names (RFC 6066, section 3).
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.certificate !== undefined && { cert: options.certificate }),
    ...(options.key !== undefined && { key: options.key }),
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED in the environment changes the default.
    rejectUnauthorized: options.insecureSkipVerify !== true,
    // Chains end at any trusted certificate, as in Go's crypto/x509, not only at a self-signed one.
    allowPartialTrustChain: true,
    checkServerIdentity: checkAlternativeNames,
    minVersion: "TLSv1.2",
    ALPNProtocols: [...protocols],
  };
}

/** Compares the host only with the subject alternative names. Node falls back to the common name; Go's crypto/x509 does not. */
function checkAlternativeNames(host: string, certificate: PeerCertificate): Error | undefined {
  const error = checkServerIdentity(host, { ...certificate, subject: { ...certificate.subject, CN: "" } });
  return error && Object.assign(error, { cert: certificate });
}
