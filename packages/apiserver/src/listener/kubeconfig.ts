// A kubeconfig for one user of one server. The file is indented JSON, which is valid YAML and needs no quoting rules.

export interface KubeconfigParts {
  readonly server: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly userName: string;
  readonly token: string;
}

/** The text of a kubeconfig file. It contains a secret: only its owner may read the file. */
export function formatKubeconfig({ server, caCertificate, userName, token }: KubeconfigParts): string {
  const name = "kubewright";
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") } },
    ],
    users: [{ name: userName, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: userName } }],
    "current-context": name,
    preferences: {},
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
