/** The flags and help of `kubewright alpha update`. */
import type { UpdateOptions } from "@kubewright/alpha-update";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { alphaCommandOf } from "./alpha-command.ts";

export const addAlphaUpdate: AddCommand = (program, context) => {
  alphaCommandOf(program)
    .command("update")
    .description("merge the scaffold changes of a newer version into the project, on a new branch")
    .option("--from-version <version>", "the version that scaffolded the project (default: cliVersion of PROJECT)")
    .option("--to-version <version>", "the version to update to (default: the running one)")
    .option("--from-branch <branch>", "the branch of the project (default: the branch that is checked out)")
    .option(
      "--output-branch <branch>",
      "the branch for the result (default: kubewright-update-from-<version>-to-<version>)",
    )
    .addOption(booleanFlag("force", "commit files with conflict markers instead of failing", false))
    .addOption(
      booleanFlag("show-commits", "keep both scaffolds as commits and merge them, instead of one commit", false),
    )
    .option("--restore-path <path>", "keep a file or folder of the branch unchanged; may be repeated", collect)
    .addOption(booleanFlag("push", "push the branch to origin", false))
    .addOption(booleanFlag("open-gh-issue", "open a GitHub issue that links to the branch, with gh", false))
    .option("--merge-message <text>", "the commit message")
    .option("--conflict-message <text>", "the commit message if files have conflict markers")
    .option(
      "--git-config <name=value>",
      "a git setting for this run; may be repeated; disable removes the defaults (merge.renameLimit=999999, diff.renameLimit=999999, merge.conflictStyle=merge)",
      collect,
    )
    .addHelpText(
      "after",
      examples([
        [
          "npx --package kubewright@latest --package @kubewright/alpha-update@latest kubewright alpha update",
          "update to the newest version; your checkout is not changed",
        ],
        ["kubewright alpha update --from-version 0.1.0", "for a PROJECT without cliVersion"],
        ["kubewright alpha update --force", "with conflicts, which you resolve on the branch"],
        ["kubewright alpha update --force --push --restore-path .github/workflows --open-gh-issue", "in a workflow"],
      ]),
    )
    .action(async (flags: UpdateOptions) => {
      const { runAlphaUpdate } = await import("./alpha-update-command.ts");
      await runAlphaUpdate(flags, context);
    });
};

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
