/** The words of `kubewright dev`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { DevFlags } from "./dev-flags.ts";

export const addDev: AddCommand = (program, { io, signals }) => {
  program
    .command("dev")
    .description("run the project's operator beside a cluster, and start it again on each save")
    .argument("[flags...]", "flags of the operator, behind --")
    .option("--data <folder>", "keep the cluster's objects there, for the next start (default: in memory alone)")
    .option("--port <number>", "the embedded cluster's port on 127.0.0.1 (default: any free one)")
    .option("--kubeconfig <file>", "where to write its kubeconfig (default: .kubewright/kubeconfig)")
    .option("--context <name>", "instead of the embedded cluster, the one of this context")
    .option("--use-current-context", "instead of the embedded cluster, the one of the current context")
    .option(
      "--webhooks <mode>",
      "how the cluster asks the operator's webhooks: local, url, service, ssh or off (default: local)",
    )
    .option(
      "--webhook-address <host>",
      "with url, service and ssh: where the cluster reaches this machine or that of ssh, HOST or HOST:PORT",
    )
    .option("--webhook-ssh <target>", "with ssh: the machine from which ssh leads here, USER@HOST")
    .option("--samples", "apply config/samples, once")
    .option("--main <file>", "the operator's program (default: cmd/main.ts)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .addHelpText(
      "after",
      examples([
        ["kubewright dev --samples", "everything in this process, with something to look at"],
        ["kubewright dev --data .kubewright/data", "with the objects of the last time"],
        ["kubewright dev -- --metrics-bind-address 127.0.0.1:8080", "a flag of the operator"],
        ["kubewright dev --context kind-kind --webhooks url --webhook-address host.docker.internal"],
        ["kubewright dev --use-current-context --webhooks ssh --webhook-ssh me@node1 --webhook-address 10.0.0.5"],
      ]),
    )
    .action(async (operatorFlags: string[], flags: DevFlags) => {
      const { runDev } = await import("./dev-command.ts");
      await runDev(operatorFlags, flags, io, signals);
    });
};
