/** Authentication of callers. Tokens are compared in constant time, against timing attacks. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata, ServerInterceptingCallInterface } from "@grpc/grpc-js";
import type { Exposure } from "./exposure.ts";

/** The properties of a connection. */
export type Connection = ReturnType<ServerInterceptingCallInterface["getAuthContext"]>;

/** Returns the name of the caller, or undefined for an unauthenticated caller. */
export type Authenticate = (metadata: Metadata, connection: Connection) => string | undefined;

/**
 * Requires the token if one is configured. Otherwise the caller is the subject of its client certificate, which the handshake has verified, or
 * "local" on loopback without certificates.
 */
export function createAuthenticate({ tls, token }: Pick<Exposure, "tls" | "token">): Authenticate {
  const wanted = token === undefined ? undefined : digest(token);

  return (metadata, { sslPeerCertificate }) => {
    const subject = tls?.clientCa === undefined ? undefined : sslPeerCertificate?.subject.CN;
    const caller = subject === undefined ? undefined : `certificate:${String(subject)}`;
    if (wanted === undefined) return caller ?? (tls?.clientCa === undefined ? "local" : undefined);
    return timingSafeEqual(digest(bearerOf(metadata)), wanted) ? (caller ?? "token") : undefined;
  };
}

/** The bearer token of a call. The scheme is case-insensitive (RFC 9110, section 11.1). */
function bearerOf(metadata: Metadata): string {
  const [header = ""] = metadata.get("authorization");
  const [, token = ""] = /^bearer +(\S+)$/iu.exec(header.toString()) ?? [];
  return token;
}

/** A digest, because the comparison requires equal lengths. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
