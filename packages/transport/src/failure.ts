/**
 * Converts errors of Node and of undici to `TransportError`.
 *
 * The kind of an error depends on its code and on the progress of the exchange. The message contains advice where the cause is known.
 */
import type { ServerAddress } from "./address.ts";
import { isTransportError, TransportError } from "./errors.ts";
import type { TransportErrorKind } from "./errors.ts";

/** The action that failed. */
export interface Attempt {
  /** As it follows "Cannot": `GET "/api/v1/pods" from https://10.0.0.1:6443`. */
  readonly action: string;
  readonly server: ServerAddress;
  readonly mayHaveBeenProcessed: boolean;
}

/** The attempt to connect; nothing has been sent yet. */
export function connectAttempt(server: ServerAddress): Attempt {
  return { action: `connect to ${server.origin}`, server, mayHaveBeenProcessed: false };
}

/** The attempt to send one request over an established connection. */
export function requestAttempt(server: ServerAddress, method: string, path: string): Attempt {
  return { action: `${method} "${path}" from ${server.origin}`, server, mayHaveBeenProcessed: true };
}

/** Creates an error that this package detected itself. */
export function failure(attempt: Attempt, kind: TransportErrorKind, found: string, cause?: unknown): TransportError {
  return new TransportError({ ...attempt, address: attempt.server.authority, kind, found, cause });
}

/** Converts `error` to a `TransportError`, unless it is one. The kind is `otherwise` if the code of the error is unknown. */
export function failureOf(error: unknown, attempt: Attempt, otherwise: TransportErrorKind): TransportError {
  if (isTransportError(error)) return error;
  const code = codeOf(error);
  const kind = kindOf(code) ?? otherwise;
  return failure(attempt, kind, `${foundFor(kind, error)}${code ? ` (${code})` : ""}${adviceFor(kind, code)}`, error);
}

const kindsByCode: Readonly<Record<string, TransportErrorKind>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  ECONNREFUSED: "connect",
  EHOSTUNREACH: "connect",
  ENETUNREACH: "connect",
  EADDRNOTAVAIL: "connect",
  ETIMEDOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ERR_HTTP2_STREAM_ERROR: "reset",
  ERR_HTTP2_SESSION_ERROR: "reset",
  ERR_HTTP2_STREAM_CANCEL: "ended",
  ERR_STREAM_PREMATURE_CLOSE: "ended",
  UND_ERR_SOCKET: "ended",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "ended",
  EPROTO: "tls",
  CERT_HAS_EXPIRED: "tls",
  CERT_NOT_YET_VALID: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  UNABLE_TO_GET_ISSUER_CERT: "tls",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls",
};

function kindOf(code: string | undefined): TransportErrorKind | undefined {
  if (code === undefined) return undefined;
  if (code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_") || code.startsWith("ERR_OSSL_")) return "tls";
  return Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined;
}

function foundFor(kind: TransportErrorKind, error: unknown): string {
  switch (kind) {
    case "dns":
      return "the server's name has no address";
    case "connect":
      return "no server accepts connections there";
    case "reset":
      return "the peer reset the connection";
    case "ended":
      return "the connection ended before the response was complete";
    case "timeout":
      return "the peer stopped responding";
    case "tls":
    case "proxy":
    case "protocol":
    case "closed":
    case "unsupported":
      return error instanceof Error ? error.message : String(error);
  }
}

function adviceFor(kind: TransportErrorKind, code: string | undefined): string {
  switch (kind) {
    case "dns":
      return "; check the spelling of the server's name, and that this machine can resolve it";
    case "connect":
      return "; check the address, and that the server runs and is reachable from this machine";
    case "tls":
      return tlsAdvice(code);
    case "reset":
    case "ended":
    case "timeout":
    case "proxy":
    case "protocol":
    case "closed":
    case "unsupported":
      return "";
  }
}

function tlsAdvice(code: string | undefined): string {
  switch (code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return '; the server\'s certificate is for another name, set "serverName" if that is intended';
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return "; renew the server's certificate, or correct this machine's clock";
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return "; the server does not use TLS: check whether its URL begins with http://";
    case "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED":
      return "; the server requires a client certificate";
    default:
      return '; check that "ca" contains the CA that signed the certificate, and that no proxy intercepts the connection';
  }
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
