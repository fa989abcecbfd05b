/** The flags and help of `kubewright apply` and `kubewright delete`. */
import type { Command } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { withRequiredFlag } from "../required-flag.ts";
import type { ApplyFlags } from "./apply-command.ts";
import type { DeleteFlags } from "./delete-command.ts";

export const addApply: AddCommand = (program, context) => {
  withCluster(
    program
      .command("apply")
      .description("apply objects from files to a cluster with server-side apply; waits until CRDs are served"),
  )
    .option("--field-manager <name>", "the field manager (default: kubewright)")
    .option("--force-conflicts", "take over fields that other managers own")
    .option("--dry-run", "send the request as a dry run: the server stores nothing")
    .addHelpText(
      "after",
      examples([
        ["kubewright apply -f config/crd/bases", "install the CRDs of a project"],
        ["kubewright apply -f config/samples -n shop", "apply its samples to a namespace"],
        ["kubectl kustomize config/default | kubewright apply -f -", "apply the output of another program"],
        [
          "kubewright apply -f dist/install.yaml --force-conflicts",
          "take over an operator that another tool has deployed",
        ],
      ]),
    )
    .action(async (flags: ApplyFlags) => {
      const { runApply } = await import("./apply-command.ts");
      await runApply(flags, context);
    });
};

export const addDelete: AddCommand = (program, context) => {
  withCluster(program.command("delete").description("delete the objects in files from a cluster"))
    .addOption(booleanFlag("ignore-not-found", "do not fail if an object does not exist", false))
    .addHelpText(
      "after",
      examples([
        [
          "kubewright delete -f config/crd/bases",
          "delete the CRDs of a project, and with them all objects of their kinds",
        ],
        ["kubewright delete -f config/samples --ignore-not-found"],
      ]),
    )
    .action(async (flags: DeleteFlags) => {
      const { runDelete } = await import("./delete-command.ts");
      await runDelete(flags, context);
    });
};

function withCluster(command: Command): Command {
  return withRequiredFlag(
    command,
    "-f, --filename <path...>",
    "files and folders with objects in YAML or JSON, or - for standard input",
  )
    .option("-n, --namespace <name>", "the namespace of objects without one (default: that of the context)")
    .option("--kubeconfig <file>", "the kubeconfig (default: $KUBECONFIG, ~/.kube/config)")
    .option("--context <name>", "the context of the kubeconfig (default: the current one)");
}
