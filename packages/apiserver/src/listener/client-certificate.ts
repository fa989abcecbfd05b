// The user of a client certificate: the common name is the user name, the organizations are the groups, an attribute is the uid.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#x509-client-certificates
import type { TLSSocket } from "node:tls";
import { uidAttribute } from "@kubewright/certificates";
import type { UserInfo } from "../authentication/user-info.ts";

/** The user of a connection; `undefined` without a certificate, or without a user name in it; `invalid` for the certificate of another authority. */
export type ConnectionUsers = (socket: TLSSocket) => UserInfo | "invalid" | undefined;

/** Reads the certificate of each connection once, at its first request. */
export function createConnectionUsers(): ConnectionUsers {
  const known = new WeakMap<TLSSocket, { readonly user: ReturnType<ConnectionUsers> }>();
  return (socket) => {
    let found = known.get(socket);
    if (found === undefined) {
      found = { user: certificateUser(socket) };
      known.set(socket, found);
    }
    return found.user;
  };
}

/** The attributes of a subject, by their short name or their object identifier. */
type Subject = Readonly<Record<string, string | readonly string[] | undefined>>;

function certificateUser(socket: TLSSocket): ReturnType<ConnectionUsers> {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  if (!socket.authorized) return "invalid";
  const subject = certificate.toLegacyObject().subject as unknown as Subject;
  const name = listOf(subject["CN"]).at(-1) ?? "";
  if (name === "") return undefined;
  const [uid, ...others] = listOf(subject[uidAttribute]);
  if (uid === "" || others.length > 0) return "invalid";
  const fingerprint = certificate.fingerprint256.replaceAll(":", "").toLowerCase();
  return {
    name,
    ...(uid === undefined ? {} : { uid }),
    groups: listOf(subject["O"]),
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${fingerprint}`] },
  };
}

function listOf(value: Subject[string]): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
