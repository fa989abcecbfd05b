/** The words of `kubewright crd-diff`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { CrdDiffFlags } from "./crd-diff-command.ts";

export const addCrdDiff: AddCommand = (program, context) => {
  program
    .command("crd-diff")
    .description("say what a change of the CRDs breaks, and for whom; fail when it breaks something")
    .argument("[crds]", "a file or folder with the CRDs, or - (default: those that the project's sources give)")
    .option("--against <revision>", "compare with a branch, a tag or a commit")
    .option("--cluster", "compare with the cluster of the current context")
    .option("--context <name>", "compare with the cluster of this context")
    .option("--with <crds>", "compare with a file or a folder")
    .option("--path <folder>", "where the CRDs are in the revision (default: config/crd/bases)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option(
      "--generate <words...>",
      "what the project gives `kubewright generate` for its CRDs (default: crd paths=./...)",
    )
    .option("--kubeconfig <file>", "instead of KUBECONFIG and ~/.kube/config")
    .option("--allow <rules...>", "accept all changes of a rule, or with RULE@PATH those of one field")
    .option("--accepted <file>", "changes accepted with a reason (default: config/crd/accepted-changes.yaml)")
    .option("--output <form>", "text, json, or github for annotations of a pull request", "text")
    .option("--all", "print compatible changes too")
    .option("--rules", "list all rules")
    .addHelpText(
      "after",
      examples([
        ["kubewright crd-diff --against main", "what this branch breaks"],
        ["kubewright crd-diff --against v1.2.0 --output github", "in a workflow, for each pull request"],
        ["kubewright crd-diff --context production", "what installing the CRDs would break there"],
        ["kubewright crd-diff new.yaml --with old.yaml --all", "two files, every change"],
        ["kubewright crd-diff --against main --allow field-removed@spec.colour"],
      ]),
    )
    .action(async (source: string | undefined, flags: CrdDiffFlags) => {
      const { runCrdDiff } = await import("./crd-diff-command.ts");
      await runCrdDiff(source, flags, context);
    });
};
