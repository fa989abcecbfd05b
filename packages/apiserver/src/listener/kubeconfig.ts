// A kubeconfig for one user of one server. JSON is YAML, so it is written as JSON with indentation: nothing to quote, nothing to get wrong.

export interface KubeconfigFacts {
  readonly server: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly userName: string;
  readonly token: string;
}

/** The text of a kubeconfig file. It holds a secret: the file belongs to its owner alone. */
export function kubeconfigText({ server, caCertificate, userName, token }: KubeconfigFacts): string {
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
