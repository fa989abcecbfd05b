/** The words of `kubewright apply` and `kubewright delete`. */
import type { Command } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { ApplyFlags } from "./apply-command.ts";
import type { DeleteFlags } from "./delete-command.ts";

export const addApply: AddCommand = (program, context) => {
  withCluster(
    program
      .command("apply")
      .description("apply objects from files to a cluster, by server-side apply; CRDs are waited for"),
  )
    .option("--field-manager <name>", "who will own the fields (default: kubewright)")
    .option("--force-conflicts", "take fields that others own")
    .option("--dry-run", "let the server do everything but store")
    .addHelpText(
      "after",
      examples([
        ["kubewright apply -f config/crd/bases", "install the CRDs of a project"],
        ["kubewright apply -f config/samples -n shop", "its samples, into a namespace"],
        ["kubectl kustomize config/default | kubewright apply -f -", "what another program prints"],
        [
          "kubewright apply -f dist/install.yaml --force-conflicts",
          "the operator itself, deployed by something else before",
        ],
      ]),
    )
    .action(async (flags: ApplyFlags) => {
      const { runApply } = await import("./apply-command.ts");
      await runApply(flags, context);
    });
};

export const addDelete: AddCommand = (program, context) => {
  withCluster(program.command("delete").description("delete objects that are in files from a cluster"))
    .addOption(booleanFlag("ignore-not-found", "what is not there is no error", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright delete -f config/crd/bases", "the CRDs of a project, and with them every object of their kinds"],
        ["kubewright delete -f config/samples --ignore-not-found"],
      ]),
    )
    .action(async (flags: DeleteFlags) => {
      const { runDelete } = await import("./delete-command.ts");
      await runDelete(flags, context);
    });
};

function withCluster(command: Command): Command {
  return command
    .requiredOption(
      "-f, --filename <path...>",
      "files and folders with objects in YAML or JSON, or - for standard input",
    )
    .option("-n, --namespace <name>", "for objects that name none (default: that of the context)")
    .option("--kubeconfig <file>", "how to reach the cluster (default: $KUBECONFIG, ~/.kube/config)")
    .option("--context <name>", "which cluster of the kubeconfig (default: the current one)");
}
