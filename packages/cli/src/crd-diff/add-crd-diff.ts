/** The flags and help of `kubewright crd-diff`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { CrdDiffFlags } from "./crd-diff-command.ts";

export const addCrdDiff: AddCommand = (program, context) => {
  program
    .command("crd-diff")
    .description("list the breaking changes of CRDs and whom they affect; exit with 1 if there are any")
    .argument(
      "[crds]",
      "a file or folder with CRDs, or - for standard input (default: the CRDs generated from the sources)",
    )
    .option("--against <revision>", "compare with a branch, a tag or a commit")
    .option("--cluster", "compare with the cluster of the current context")
    .option("--context <name>", "compare with the cluster of this context")
    .option("--with <crds>", "compare with a file or a folder")
    .option("--path <folder>", "the folder of the CRDs in the revision (default: config/crd/bases)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option(
      "--generate <words...>",
      "the arguments of `kubewright generate` for the CRDs (default: those of package.json)",
    )
    .option("--kubeconfig <file>", "the kubeconfig (default: $KUBECONFIG, ~/.kube/config)")
    .option("--allow <rules...>", "accept the changes of a rule, or with RULE@PATH those of one field")
    .option(
      "--accepted <file>",
      "the file with accepted changes and their reasons (default: config/crd/accepted-changes.yaml)",
    )
    .option("--output <form>", "text, json, or github for annotations of a pull request", "text")
    .option("--all", "also print compatible changes")
    .option("--rules", "list all rules")
    .addHelpText(
      "after",
      examples([
        ["kubewright crd-diff --against main", "breaking changes of this branch"],
        ["kubewright crd-diff --against v1.2.0 --output github", "in a workflow for pull requests"],
        ["kubewright crd-diff --context production", "breaking changes for a cluster, before you install the CRDs"],
        ["kubewright crd-diff new.yaml --with old.yaml --all", "all changes between two files"],
        ["kubewright crd-diff --against main --allow field-removed@spec.colour"],
      ]),
    )
    .action(async (source: string | undefined, flags: CrdDiffFlags) => {
      const { runCrdDiff } = await import("./crd-diff-command.ts");
      await runCrdDiff(source, flags, context);
    });
};
