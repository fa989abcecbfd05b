/** The words of `kubewright generate`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { GenerateFlags } from "./generate-command.ts";

export const addGenerate: AddCommand = (program, context) => {
  program
    .command("generate")
    .alias("gen")
    .description("generate CRDs, roles, webhook configurations, descriptors and clients from the project's types")
    .argument("[words...]", "generators and rules, as controller-gen has them (default: crd, rbac, object and webhook)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option("--verify", "write nothing, and fail with a diff when something is stale")
    .option("--watch", "go on, and generate again whenever a source is saved")
    .addHelpText(
      "after",
      examples([
        ["kubewright generate", "everything below this folder"],
        ["kubewright generate crd paths=./api/...", "CRDs alone"],
        ["kubewright generate rbac:roleName=manager-role output:rbac:dir=config/rbac"],
        ["kubewright generate --verify", "in CI: is what is checked in up to date?"],
        ["kubewright generate --watch", "while you edit"],
      ]),
    )
    .action(async (words: string[], flags: GenerateFlags) => {
      // Loaded on use: the compiler behind it is nothing that the other commands should wait for.
      const { runGenerate } = await import("./generate-command.ts");
      await runGenerate(words, flags, context);
    });
};
