/** The flags of the program, as those of kubebuilder's operators. */
import { parseArgs } from "node:util";

export interface Flags {
  readonly healthProbeBindAddress: string;
  readonly metricsBindAddress: string;
  readonly metricsSecure: boolean;
  /** The folder with tls.crt and tls.key. Absent: the program generates a certificate in memory. */
  readonly metricsCertPath?: string;
  /** Absent: KUBECONFIG, the Pod's service account, ~/.kube/config. */
  readonly kubeconfig?: string;
  /** The address of the API server, instead of the one in the kubeconfig. */
  readonly master?: string;
  readonly leaderElect: boolean;
  readonly help: boolean;
}

export const usage = `Usage: crddemo [flags]

Runs the controller of Mydemo until SIGINT, SIGTERM or SIGQUIT; a second signal ends it at once.

  --health-probe-bind-address ADDRESS   the address of /healthz and /readyz (default ":8081"; "0" disables them)
  --metrics-bind-address ADDRESS        the address of /metrics: ":8443" for HTTPS, "127.0.0.1:8080" for HTTP (default "0", which disables it)
  --no-metrics-secure                   serve metrics over HTTP, on loopback addresses only (default: HTTPS, for users that the API server authorizes)
  --metrics-cert-path FOLDER            folder with tls.crt and tls.key, read again when they change (default: a generated certificate)
  --kubeconfig FILE                     the kubeconfig of the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)
  --master URL                          the address of the API server, instead of the kubeconfig's
  --leader-elect                        elect one of several replicas with a Lease in the namespace of the program
  --help                                show this text
`;

/** @throws {TypeError} with the message of `parseArgs` if a flag is unknown or has no value. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      "health-probe-bind-address": { type: "string", default: ":8081" },
      "metrics-bind-address": { type: "string", default: "0" },
      "metrics-secure": { type: "boolean", default: true },
      "metrics-cert-path": { type: "string" },
      kubeconfig: { type: "string" },
      master: { type: "string" },
      "leader-elect": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    healthProbeBindAddress: values["health-probe-bind-address"],
    metricsBindAddress: values["metrics-bind-address"],
    metricsSecure: values["metrics-secure"],
    ...(values["metrics-cert-path"] === undefined ? {} : { metricsCertPath: values["metrics-cert-path"] }),
    ...(values.kubeconfig === undefined ? {} : { kubeconfig: values.kubeconfig }),
    ...(values.master === undefined ? {} : { master: values.master }),
    leaderElect: values["leader-elect"],
    help: values.help,
  };
}
