/** The certificates of an operator in `config/certmanager`, as `kubewright init` scaffolds them. A test of the command compares them with its templates. */

/** A certificate that cert-manager issues, and its place in the manager. */
export interface ServingCertificate {
  /** The name of the Certificate, without the prefix of kustomize. */
  readonly name: string;
  /** The name of its Secret. */
  readonly secret: string;
  /** The name of its Service, without the prefix of kustomize. */
  readonly service: string;
  /** The folder in the container of the manager. */
  readonly mountPath: string;
  /** The flag of the manager for the folder. */
  readonly flag: string;
}

/** The certificates of the metrics server and of the webhook server. */
export const servingCertificates: Readonly<Record<"metrics" | "webhooks", ServingCertificate>> = {
  metrics: {
    name: "metrics-certs",
    secret: "metrics-server-cert",
    service: "controller-manager-metrics-service",
    mountPath: "/tmp/k8s-metrics-server/metrics-certs",
    flag: "--metrics-cert-path",
  },
  webhooks: {
    name: "serving-cert",
    secret: "webhook-server-cert",
    service: "webhook-service",
    mountPath: "/tmp/k8s-webhook-server/serving-certs",
    flag: "--webhook-cert-path",
  },
};
