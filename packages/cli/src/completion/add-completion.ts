/** The flags and help of `kubewright completion`, and the hidden command that the scripts call. */
import { Argument } from "commander";

import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { candidates } from "./candidates.ts";
import { scriptFor, shells } from "./scripts.ts";
import type { Shell } from "./scripts.ts";

export const addCompletion: AddCommand = (program, { io }) => {
  program
    .command("completion")
    .description("print the completion script for a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      examples([
        ["source <(kubewright completion bash)", "in ~/.bashrc"],
        ["source <(kubewright completion zsh)", "in ~/.zshrc, after compinit"],
        ["kubewright completion fish > ~/.config/fish/completions/kubewright.fish"],
        ["kubewright completion powershell | Out-String | Invoke-Expression", "in the profile"],
      ]),
    )
    .addHelpText(
      "after",
      "\nThe scripts complete the command kubewright, and not npx kubewright:\nnpm install --global kubewright installs it for all projects.",
    )
    .action((shell: Shell) => io.out(scriptFor(shell)));

  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .action((words: string[]) => {
      for (const candidate of candidates(program, words)) io.out(`${candidate}\n`);
    });
};
