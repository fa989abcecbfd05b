/** The flags of the program, as kubebuilder's operators have them. */
import { parseArgs } from "node:util";

export interface Flags {
  readonly healthProbeBindAddress: string;
  readonly metricsBindAddress: string;
  /** Absent: KUBECONFIG, the Pod's service account, ~/.kube/config. */
  readonly kubeconfig?: string;
  /** Absent: webhooks are not served. */
  readonly webhookPort?: number;
  /** Absent: the program makes its own certificates. */
  readonly webhookCertPath?: string;
  readonly namePrefix: string;
  readonly leaderElect: boolean;
  readonly help: boolean;
}

export const usage = `Usage: i-operator [flags]

Runs the i-operator until SIGINT, SIGTERM or SIGQUIT; a second signal ends it at once.

  --health-probe-bind-address ADDRESS   where /healthz and /readyz are served (default ":8081"; "0" is off)
  --metrics-bind-address ADDRESS        where /metrics is served, a loopback address (default "0", which is off)
  --kubeconfig FILE                     how to reach the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)
  --webhook-port PORT                   where the webhooks are served, such as 9443 (default "0", which is off)
  --webhook-cert-path FOLDER            where tls.crt and tls.key are, read again when they change (default: the program makes its own
                                        certificates and puts them into its webhook configurations; needs POD_NAMESPACE)
  --name-prefix PREFIX                  what the names of its Secret, Service, Lease and webhook configurations begin with (default "i-operator-")
  --leader-elect                        let only one of several replicas work, and each answer webhooks; needs POD_NAMESPACE
  --help                                show this text
`;

/** @throws {TypeError} when a flag is not known or lacks its value, in the words of `parseArgs`. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "health-probe-bind-address": { type: "string", default: ":8081" },
      "metrics-bind-address": { type: "string", default: "0" },
      kubeconfig: { type: "string" },
      "webhook-port": { type: "string", default: "0" },
      "webhook-cert-path": { type: "string" },
      "name-prefix": { type: "string", default: "i-operator-" },
      "leader-elect": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    healthProbeBindAddress: values["health-probe-bind-address"],
    metricsBindAddress: values["metrics-bind-address"],
    ...(values.kubeconfig === undefined ? {} : { kubeconfig: values.kubeconfig }),
    ...webhookPortIn(values["webhook-port"]),
    ...(values["webhook-cert-path"] === undefined ? {} : { webhookCertPath: values["webhook-cert-path"] }),
    namePrefix: values["name-prefix"],
    leaderElect: values["leader-elect"],
    help: values.help,
  };
}

function webhookPortIn(text: string): Pick<Flags, "webhookPort"> {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new TypeError(`Cannot read --webhook-port: it is "${text}", must be a port, or "0" for off`);
  }
  return port === 0 ? {} : { webhookPort: port };
}
