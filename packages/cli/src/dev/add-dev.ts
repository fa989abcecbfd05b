/** The flags and help of `kubewright dev`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { admissionPluginsFlag } from "../cluster/admission-plugin-flags.ts";
import { syncFlag } from "../cluster/sync-flag.ts";
import type { DevFlags } from "./dev-flags.ts";

export const addDev: AddCommand = (program, { io, signals }) => {
  program
    .command("dev")
    .description("run the operator of the project against a cluster, and restart it on each save")
    .argument("[flags...]", "flags of the operator, after --")
    .option("--data <folder>", "store the objects of the embedded cluster in this folder (default: in memory only)")
    .addOption(syncFlag())
    .option("--port <number>", "the port of the embedded cluster on 127.0.0.1 (default: a free one)")
    .option("--kubeconfig <file>", "the file for its kubeconfig (default: .kubewright/kubeconfig)")
    .addOption(admissionPluginsFlag("enable", "admission plugins to add to the default ones of the embedded cluster"))
    .addOption(admissionPluginsFlag("disable", "default admission plugins to leave out of the embedded cluster"))
    .option("--context <name>", "use the cluster of this context instead of the embedded one")
    .option("--use-current-context", "use the cluster of the current context instead of the embedded one")
    .option(
      "--webhooks <mode>",
      "how the API server reaches the webhooks of the operator: local, url, service, ssh or off (default: local)",
    )
    .option(
      "--webhook-address <host>",
      "with url, service and ssh: the address of this machine, or of the ssh machine, as the cluster reaches it: HOST or HOST:PORT",
    )
    .option("--webhook-ssh <target>", "with ssh: the machine whose port is forwarded to this one: USER@HOST")
    .option("--samples", "apply config/samples once")
    .option("--inspect [address]", "let a debugger connect to the operator: [HOST:]PORT (default: 127.0.0.1:9229)")
    .option("--main <file>", "the program of the operator (default: cmd/main.ts)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .addHelpText(
      "after",
      examples([
        ["kubewright dev --samples", "the embedded cluster, with samples"],
        ["kubewright dev --data .kubewright/data", "with the objects of the previous run"],
        ["kubewright dev --inspect", "for the debugger of an editor or Chrome"],
        ["kubewright dev -- --metrics-bind-address 127.0.0.1:8080", "with a flag of the operator"],
        ["kubewright dev --context kind-kind --webhooks url --webhook-address host.docker.internal"],
        ["kubewright dev --use-current-context --webhooks ssh --webhook-ssh me@node1 --webhook-address 10.0.0.5"],
      ]),
    )
    .action(async (operatorFlags: string[], flags: DevFlags) => {
      const { runDev } = await import("./dev-command.ts");
      await runDev(operatorFlags, flags, io, signals);
    });
};
