/**
 * Who may reach the service: this machine without more ado, others over TLS only, and with a client certificate or the token. A server
 * that would be open to anybody is refused before it listens.
 */
import { ServerCredentials } from "@grpc/grpc-js";
import { parseBindAddress } from "@kubewright/serving";
import type { BindAddress } from "@kubewright/serving";

export interface TlsFiles {
  /** The serving certificate with its chain, PEM. */
  readonly certificate: string;
  readonly key: string;
  /** PEM. Callers must then show a certificate of this authority. */
  readonly clientCa?: string;
}

export interface Exposure {
  /** "127.0.0.1:6387", or ":6387" for all addresses. */
  readonly bindAddress: string;
  readonly tls?: TlsFiles;
  /** What callers send as `authorization: Bearer …`. */
  readonly token?: string;
}

/** A shorter token could be guessed. */
export const tokenLengthMin = 16;

/**
 * The address to listen at.
 *
 * @throws {TypeError} when the service would be open to the network, or its token could be guessed.
 */
export function checkExposure({ bindAddress, tls, token }: Exposure): BindAddress {
  const address = parseBindAddress(bindAddress, "--grpc-bind-address");
  if (!address) throw new TypeError('Cannot use --grpc-bind-address "0": the service is what this program is for');
  if (token !== undefined && token.length < tokenLengthMin) {
    throw new TypeError(`Cannot use the token: it has ${token.length} characters and needs ${tokenLengthMin} or more`);
  }
  if (isLoopback(address.host)) return address;
  const refusal = `Cannot serve gRPC on "${bindAddress}", which the network reaches`;
  if (!tls) {
    throw new TypeError(
      `${refusal}, without TLS: set --grpc-tls-cert-file and --grpc-tls-key-file, or listen on 127.0.0.1`,
    );
  }
  if (tls.clientCa === undefined && token === undefined) {
    throw new TypeError(
      `${refusal}, to anybody: set --grpc-token-file or --grpc-client-ca-file, or listen on 127.0.0.1`,
    );
  }
  return address;
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && (host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/u.test(host));
}

/** TLS where it is configured; a client that shows no certificate of the authority does not get past its handshake. */
export function serverCredentials(tls: TlsFiles | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const clientCa = tls.clientCa === undefined ? null : Buffer.from(tls.clientCa);
  const pair = { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) };
  return ServerCredentials.createSsl(clientCa, [pair], clientCa !== null);
}
