/** The words of `kubewright alpha update`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { alphaCommandOf } from "./alpha-command.ts";
import type { AlphaUpdateFlags } from "./alpha-update-command.ts";

export const addAlphaUpdate: AddCommand = (program, context) => {
  alphaCommandOf(program)
    .command("update")
    .description("merge what a newer version lays out in another way into the project, on a branch of its own")
    .option("--from-version <version>", "that the project was laid out by (default: cliVersion of PROJECT)")
    .option("--to-version <version>", "that is to lay it out (default: the one that runs)")
    .option("--from-branch <branch>", "with the project as it is (default: the branch that is checked out)")
    .option("--output-branch <branch>", "for the result (default: kubewright-update-from-<version>-to-<version>)")
    .addOption(booleanFlag("force", "commit files with conflict markers too, instead of stopping", false))
    .addOption(
      booleanFlag("show-commits", "keep both scaffolds as commits and merge them, instead of one commit", false),
    )
    .option("--restore-path <path>", "leave a file or folder as it is on the branch; may be repeated", collect)
    .addOption(booleanFlag("push", "push the branch to origin", false))
    .addOption(booleanFlag("open-gh-issue", "open an issue on GitHub that links to the branch, with gh", false))
    .option("--merge-message <text>", "message of the commit")
    .option("--conflict-message <text>", "message of the commit when files have conflict markers")
    .option(
      "--git-config <name=value>",
      "for git in this run; may be repeated; disable takes the defaults away (merge.renameLimit=999999, diff.renameLimit=999999, merge.conflictStyle=merge)",
      collect,
    )
    .addHelpText(
      "after",
      examples([
        ["npx kubewright@latest alpha update", "to the newest version; your checkout stays as it is"],
        ["kubewright alpha update --from-version 0.1.0", "a project whose PROJECT has no cliVersion"],
        ["kubewright alpha update --force", "with conflicts, which you mend on the branch"],
        ["kubewright alpha update --force --push --restore-path .github/workflows --open-gh-issue", "in a workflow"],
      ]),
    )
    .action(async (flags: AlphaUpdateFlags) => {
      const { runAlphaUpdate } = await import("./alpha-update-command.ts");
      await runAlphaUpdate(flags, context);
    });
};

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
