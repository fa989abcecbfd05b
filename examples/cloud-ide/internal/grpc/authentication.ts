/** Who calls. The token is compared in constant time, so that answers do not tell how much of a guess was right. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata, ServerInterceptingCallInterface } from "@grpc/grpc-js";
import type { Exposure } from "./exposure.ts";

/** What is known of a connection. */
export type Connection = ReturnType<ServerInterceptingCallInterface["getAuthContext"]>;

/** The name of the caller, or undefined for one that may not call. */
export type Authenticate = (metadata: Metadata, connection: Connection) => string | undefined;

/**
 * Asks for the token where there is one. Without one, a caller is the subject of its certificate, which the handshake has checked, and on
 * loopback, where there need be none, "local".
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

/** The token that was sent; the scheme is matched without regard to case (RFC 9110, section 11.1). */
function bearerOf(metadata: Metadata): string {
  const [header = ""] = metadata.get("authorization");
  const [, token = ""] = /^bearer +(\S+)$/iu.exec(header.toString()) ?? [];
  return token;
}

/** Of equal length whatever was sent, as the comparison asks for. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
