/** The words of `kubewright alpha generate`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { alphaCommandOf } from "./alpha-command.ts";
import type { AlphaGenerateFlags } from "./alpha-generate-command.ts";

export const addAlphaGenerate: AddCommand = (program, { io, version }) => {
  alphaCommandOf(program)
    .command("generate")
    .description("lay out the project that PROJECT describes once more, as this version does it, in another folder")
    .option("--input-dir <folder>", "where PROJECT is (default: the current folder)")
    .requiredOption("--output-dir <folder>", "where the files go: a folder that is empty or not there")
    .addHelpText(
      "after",
      examples([
        ["kubewright alpha generate --output-dir ../fresh", "what would this version lay out?"],
        ["git diff --no-index ../fresh .", "what has become of it since"],
      ]),
    )
    .action(async (flags: AlphaGenerateFlags) => {
      const { runAlphaGenerate } = await import("./alpha-generate-command.ts");
      await runAlphaGenerate(flags, io, version);
    });
};
