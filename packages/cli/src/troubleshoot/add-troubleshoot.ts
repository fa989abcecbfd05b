/** The flags and help of `kubewright troubleshoot`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";

export const addTroubleshoot: AddCommand = (program, { io }) => {
  program
    .command("troubleshoot")
    .description("explain a message of the command or of an operator: its cause, and what to do")
    .argument(
      "[message...]",
      "the topic that the message names, or a part of the message; without it, all topics are listed",
    )
    .addHelpText(
      "after",
      examples([
        ["kubewright troubleshoot", "list the topics"],
        ["kubewright troubleshoot kind-not-installed", "a topic"],
        ['kubewright troubleshoot "the object has been modified"', "a message"],
      ]),
    )
    .action(async (words: readonly string[]) => {
      const { troubleshoot } = await import("./troubleshoot-command.ts");
      troubleshoot(words.join(" "), io);
    });
};
