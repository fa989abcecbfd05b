/** A kubeconfig with one cluster, one user and one context. */
import { stringify } from "yaml";

export interface KubeconfigContent {
  readonly server: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly token: string;
}

/** The text, ready to be written to a file that only its owner can read. */
export function kubeconfigText({ server, caCertificate, token }: KubeconfigContent): string {
  const name = "kubewright";
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") } },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}
