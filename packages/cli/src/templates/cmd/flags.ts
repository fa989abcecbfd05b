/** `cmd/flags.ts`: the flags of the program, with kubebuilder's names. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function flagsFile(project: Project, header: string): ScaffoldFile {
  return { path: "cmd/flags.ts", content: withHeader(header, code(project)), ifExists: "refuse" };
}

function code({ projectName }: Project): string {
  return `/** The flags of the program. */
import { parseArgs } from "node:util";

export interface Flags {
  readonly healthProbeBindAddress: string;
  readonly metricsBindAddress: string;
  /** Absent: KUBECONFIG, the Pod's service account, ~/.kube/config. */
  readonly kubeconfig?: string;
  readonly leaderElect: boolean;
  readonly help: boolean;
}

export const usage = \`Usage: ${projectName} [flags]

Runs the ${projectName} operator until SIGINT, SIGTERM or SIGQUIT; a second signal ends it at once.

  --health-probe-bind-address ADDRESS   where /healthz and /readyz are served (default ":8081"; "0" is off)
  --metrics-bind-address ADDRESS        where /metrics is served, a loopback address (default "0", which is off)
  --kubeconfig FILE                     how to reach the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)
  --leader-elect                        let only one of several replicas work, by a Lease in the namespace of the program
  --help                                show this text
\`;

/** @throws {TypeError} when a flag is not known or lacks its value. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "health-probe-bind-address": { type: "string", default: ":8081" },
      "metrics-bind-address": { type: "string", default: "0" },
      kubeconfig: { type: "string" },
      "leader-elect": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    healthProbeBindAddress: values["health-probe-bind-address"],
    metricsBindAddress: values["metrics-bind-address"],
    ...(values.kubeconfig === undefined ? {} : { kubeconfig: values.kubeconfig }),
    leaderElect: values["leader-elect"],
    help: values.help,
  };
}
`;
}
