/** The flags and help of `kubewright alpha generate`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { alphaCommandOf } from "./alpha-command.ts";
import type { AlphaGenerateFlags } from "./alpha-generate-command.ts";

export const addAlphaGenerate: AddCommand = (program, { io, version }) => {
  alphaCommandOf(program)
    .command("generate")
    .description("scaffold the project that PROJECT describes again, with this version, in another folder")
    .option("--input-dir <folder>", "the folder of PROJECT (default: the current folder)")
    .requiredOption("--output-dir <folder>", "the folder for the files, which must be empty or not exist")
    .addHelpText(
      "after",
      examples([
        ["kubewright alpha generate --output-dir ../fresh", "scaffold with this version"],
        ["git diff --no-index ../fresh .", "compare it with your project"],
      ]),
    )
    .action(async (flags: AlphaGenerateFlags) => {
      const { runAlphaGenerate } = await import("./alpha-generate-command.ts");
      await runAlphaGenerate(flags, io, version);
    });
};
