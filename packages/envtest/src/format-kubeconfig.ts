/** A kubeconfig with one cluster, one user and one context. */
import type { IssuedCertificate } from "@kubewright/certificates";
import { stringify } from "yaml";

export type KubeconfigContent = KubeconfigCluster & ({ readonly token: string } | IssuedCertificate);

export interface KubeconfigCluster {
  readonly server: string;
  /** PEM. */
  readonly caCertificate: string;
}

/** The text, ready to be written to a file that only its owner can read. */
export function formatKubeconfig(content: KubeconfigContent): string {
  const name = "kubewright";
  const { server, caCertificate } = content;
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") } },
    ],
    users: [{ name, user: userOf(content) }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}

function userOf(credentials: { readonly token: string } | IssuedCertificate): object {
  if ("token" in credentials) return { token: credentials.token };
  const { certificate, key } = credentials;
  return {
    "client-certificate-data": Buffer.from(certificate).toString("base64"),
    "client-key-data": Buffer.from(key).toString("base64"),
  };
}
