// The user of a client certificate: the common name is the user name, the organizations are the groups.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#x509-client-certificates
import type { TLSSocket } from "node:tls";
import { unauthorized } from "@kubewright/apimachinery";
import type { UserInfo } from "../authentication/user-info.ts";

/** The user of a connection; `undefined` without a client certificate. Throws 401 for a certificate that another authority has signed. */
export type ConnectionUsers = (socket: TLSSocket) => UserInfo | undefined;

/** Reads the certificate of each connection once, at its first request. */
export function createConnectionUsers(): ConnectionUsers {
  const known = new WeakMap<TLSSocket, { readonly user: UserInfo | undefined }>();
  return (socket) => {
    let found = known.get(socket);
    if (found === undefined) {
      found = { user: certificateUser(socket) };
      known.set(socket, found);
    }
    return found.user;
  };
}

function certificateUser(socket: TLSSocket): UserInfo | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  if (!socket.authorized) throw unauthorized();
  const { CN, O } = socket.getPeerCertificate().subject as {
    readonly CN?: string | string[];
    readonly O?: string | string[];
  };
  const [name] = listOf(CN);
  if (name === undefined || name === "") throw unauthorized();
  return { name, groups: listOf(O) };
}

function listOf(value: string | string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
