/** The flags and help of `kubewright cluster`. */
import type { Command } from "commander";
import { Option } from "commander";
import type { AddCommand, CommandContext } from "../command.ts";
import { examples } from "../command.ts";
import { admissionPluginsFlag } from "./admission-plugin-flags.ts";
import type { ClusterFlags } from "./cluster-command.ts";
import { limitsNote } from "./limits-note.ts";
import type { RunningFlags } from "./running-cluster.ts";
import { syncFlag } from "./sync-flag.ts";

function outputFlag(): Option {
  return new Option("-o, --output <format>", "the format of the output").choices(["text", "json"]).default("text");
}

export const addCluster: AddCommand = (program, context) => {
  const { io, signals } = context;
  const cluster: Command = program
    .command("cluster")
    .description("start a Kubernetes cluster in this process, and keep it running")
    .option("--port <number>", "the port on 127.0.0.1 (default: a free one)")
    .option("--kubeconfig <file>", "the file for the kubeconfig (default: .kubewright/kubeconfig)")
    .option("--crds <path...>", "files or folders with CRDs to install")
    .option("--controllers <names>", 'the controllers to run: "all", "none", or comma-separated names', "all")
    .option("--data <folder>", "store the objects in this folder (default: in memory only)")
    .addOption(syncFlag())
    .option("--service-account-signing-key-file <file>", "the private key that signs service account tokens (PEM)")
    .option("--service-account-key-file <files...>", "further keys whose service account tokens are accepted (PEM)")
    .option("--service-account-issuer <urls...>", "issuers of service account tokens; the first is written into tokens")
    .addOption(admissionPluginsFlag("enable", "admission plugins to add to the default ones, comma-separated"))
    .addOption(admissionPluginsFlag("disable", "default admission plugins to leave out, comma-separated"))
    .option("--admission-control-config-file <file>", "an AdmissionConfiguration with the configuration of PodSecurity")
    .option("--max-requests-inflight <number>", "requests that read at a time; 0: no limit (default: 400)")
    .option("--max-mutating-requests-inflight <number>", "requests that write at a time; 0: no limit (default: 200)")
    .option("-q, --quiet", "print nothing but errors")
    .addOption(outputFlag())
    .option("--detach", "start the cluster in the background, and return when it is ready")
    .option("--wait", "start nothing: wait until the cluster of the kubeconfig is ready")
    .option("--timeout <seconds>", "how long --detach, --wait and stop wait", "60")
    .addHelpText("after", `\n${limitsNote}`)
    .addHelpText(
      "after",
      examples([
        ["kubewright cluster", "a free port, all controllers"],
        ["kubewright cluster --port 6443 --crds config/crd/bases"],
        ["kubewright cluster --data .kubewright/data", "with the objects of the previous run"],
        ["kubewright cluster --controllers none", "an API server without controllers, as in envtest"],
        ["kubewright cluster --enable-admission-plugins OwnerReferencesPermissionEnforcement"],
        ["kubewright cluster --detach --quiet", "in CI: then use it, and run kubewright cluster stop"],
      ]),
    )
    .allowExcessArguments()
    .action(async (flags: ClusterFlags) => {
      if (cluster.args.length > 0) rejectSubcommand(cluster);
      const { runCluster } = await import("./cluster-command.ts");
      await runCluster(flags, io, signals);
    });
  addStatus(cluster, context);
  addStop(cluster, context);
};

/** Commander suggests the nearest subcommand only in groups without an action, so this calls its method, which has no type. */
function rejectSubcommand(group: Command): void {
  (group as Command & { unknownCommand(): void }).unknownCommand();
}

function addStatus(cluster: Command, { io }: CommandContext): void {
  cluster
    .command("status")
    .description("show whether the cluster of the kubeconfig is running; exit code 1 if it is not")
    .option("--kubeconfig <file>", "the kubeconfig of the cluster (default: .kubewright/kubeconfig)")
    .addOption(outputFlag())
    .addHelpText(
      "after",
      examples([["kubewright cluster status"], ["kubewright cluster status --output json", "for programs"]]),
    )
    .action(async (flags: RunningFlags) => {
      const { showStatus } = await import("./running-cluster.ts");
      await showStatus(flags, io);
    });
}

function addStop(cluster: Command, { io, signals }: CommandContext): void {
  cluster
    .command("stop")
    .description("stop the cluster of the kubeconfig, and wait for its end")
    .option("--kubeconfig <file>", "the kubeconfig of the cluster (default: .kubewright/kubeconfig)")
    .option("--timeout <seconds>", "how long to wait", "60")
    .addHelpText("after", examples([["kubewright cluster stop"], ["kubewright cluster stop --kubeconfig ci.yaml"]]))
    .action(async (flags: RunningFlags) => {
      const { stopCluster } = await import("./running-cluster.ts");
      await stopCluster(flags, io, signals);
    });
}
