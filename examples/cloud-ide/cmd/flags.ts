/** The flags of the program: those of kubebuilder's operators, and where and for whom the service is served. */
import { parseArgs } from "node:util";
import { defaultAllowedImages, defaultNamespace } from "../internal/space-policy.ts";

export interface Flags {
  readonly grpcBindAddress: string;
  readonly grpcTlsCertFile?: string;
  readonly grpcTlsKeyFile?: string;
  readonly grpcClientCaFile?: string;
  readonly grpcTokenFile?: string;
  readonly namespace: string;
  readonly allowedImages: readonly string[];
  readonly healthProbeBindAddress: string;
  readonly metricsBindAddress: string;
  /** Absent: KUBECONFIG, the Pod's service account, ~/.kube/config. */
  readonly kubeconfig?: string;
  readonly help: boolean;
}

/** The article's port, for this machine alone. */
export const defaultGrpcBindAddress = "127.0.0.1:6387";

export const usage: string = `Usage: cloud-ide [flags]

Runs the workspace service until SIGINT, SIGTERM or SIGQUIT, which lets calls under way be answered; a second signal ends it at once.

  --grpc-bind-address ADDRESS           where gRPC is served (default "${defaultGrpcBindAddress}"); an address that the network
                                        reaches needs TLS, and the token or client certificates
  --grpc-tls-cert-file FILE             the serving certificate, PEM
  --grpc-tls-key-file FILE              its key, PEM
  --grpc-client-ca-file FILE            callers must show a certificate of this authority, PEM
  --grpc-token-file FILE                callers must send "authorization: Bearer" with what is in this file
  --namespace NAME                      the one namespace workspaces live in (default "${defaultNamespace}")
  --allowed-images LIST                 repositories that workspaces may come from, with commas between: "registry/team/ide",
                                        "registry/team/*", "*" for any (default "${defaultAllowedImages.join(",")}")
  --health-probe-bind-address ADDRESS   where /healthz and /readyz are served (default ":8081"; "0" is off)
  --metrics-bind-address ADDRESS        where /metrics is served, a loopback address (default "0", which is off)
  --kubeconfig FILE                     how to reach the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)
  --leader-elect                        accepted and without effect: nothing here needs a leader, every replica serves
  --help                                show this text
`;

/** @throws {TypeError} when a flag is not known or lacks its value, in the words of `parseArgs`, or when two do not go together. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "grpc-bind-address": { type: "string", default: defaultGrpcBindAddress },
      "grpc-tls-cert-file": { type: "string" },
      "grpc-tls-key-file": { type: "string" },
      "grpc-client-ca-file": { type: "string" },
      "grpc-token-file": { type: "string" },
      namespace: { type: "string", default: defaultNamespace },
      "allowed-images": { type: "string", default: defaultAllowedImages.join(",") },
      "health-probe-bind-address": { type: "string", default: ":8081" },
      "metrics-bind-address": { type: "string", default: "0" },
      kubeconfig: { type: "string" },
      "leader-elect": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const certFile = values["grpc-tls-cert-file"];
  const keyFile = values["grpc-tls-key-file"];
  const clientCaFile = values["grpc-client-ca-file"];
  const tokenFile = values["grpc-token-file"];
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new TypeError("Cannot serve TLS: --grpc-tls-cert-file and --grpc-tls-key-file go together");
  }
  if (clientCaFile !== undefined && certFile === undefined) {
    throw new TypeError("Cannot use --grpc-client-ca-file: it needs --grpc-tls-cert-file and --grpc-tls-key-file");
  }
  return {
    grpcBindAddress: values["grpc-bind-address"],
    ...(certFile === undefined ? {} : { grpcTlsCertFile: certFile }),
    ...(keyFile === undefined ? {} : { grpcTlsKeyFile: keyFile }),
    ...(clientCaFile === undefined ? {} : { grpcClientCaFile: clientCaFile }),
    ...(tokenFile === undefined ? {} : { grpcTokenFile: tokenFile }),
    namespace: values.namespace,
    allowedImages: values["allowed-images"]
      .split(",")
      .map((image) => image.trim())
      .filter((image) => image !== ""),
    healthProbeBindAddress: values["health-probe-bind-address"],
    metricsBindAddress: values["metrics-bind-address"],
    ...(values.kubeconfig === undefined ? {} : { kubeconfig: values.kubeconfig }),
    help: values.help,
  };
}
