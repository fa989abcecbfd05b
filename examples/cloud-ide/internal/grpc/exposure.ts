/**
 * Checks the exposure of the service. Loopback addresses have no requirements. Other addresses require TLS and a client certificate or the token: the
 * server does not start without them.
 */
import { ServerCredentials } from "@grpc/grpc-js";
import { parseBindAddress } from "@kubewright/serving";
import type { BindAddress } from "@kubewright/serving";

export interface TlsFiles {
  /** The serving certificate with its chain, PEM. */
  readonly certificate: string;
  readonly key: string;
  /** PEM. Callers must then have a client certificate of this authority. */
  readonly clientCa?: string;
}

export interface Exposure {
  /** "127.0.0.1:6387", or ":6387" for all addresses. */
  readonly bindAddress: string;
  readonly tls?: TlsFiles;
  /** The token in `authorization: Bearer …`. */
  readonly token?: string;
}

/** Shorter tokens can be guessed. */
export const tokenLengthMin = 16;

/**
 * Returns the address to listen on.
 *
 * @throws {TypeError} if the service would accept unauthenticated callers from the network, or if the token is too short.
 */
export function checkExposure({ bindAddress, tls, token }: Exposure): BindAddress {
  const address = parseBindAddress(bindAddress, "--grpc-bind-address");
  if (!address) throw new TypeError('Cannot use --grpc-bind-address "0": this program requires the service');
  if (token !== undefined && token.length < tokenLengthMin) {
    throw new TypeError(
      `Cannot use the token: it has ${token.length} characters, must have at least ${tokenLengthMin}`,
    );
  }
  if (isLoopback(address.host)) return address;
  const refusal = `Cannot serve gRPC on "${bindAddress}", which is reachable from the network,`;
  if (!tls) {
    throw new TypeError(
      `${refusal} without TLS: set --grpc-tls-cert-file and --grpc-tls-key-file, or listen on 127.0.0.1`,
    );
  }
  if (tls.clientCa === undefined && token === undefined) {
    throw new TypeError(
      `${refusal} without authentication: set --grpc-token-file or --grpc-client-ca-file, or listen on 127.0.0.1`,
    );
  }
  return address;
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && (host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/u.test(host));
}

/** TLS if it is configured. The handshake fails without a client certificate of the authority. */
export function serverCredentials(tls: TlsFiles | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const clientCa = tls.clientCa === undefined ? null : Buffer.from(tls.clientCa);
  const pair = { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) };
  return ServerCredentials.createSsl(clientCa, [pair], clientCa !== null);
}
