/** The parent of `alpha generate` and `alpha update`. */
import type { Command } from "commander";

/** The command `kubewright alpha`, added to the program on the first call. */
export function alphaCommandOf(program: Command): Command {
  const found = program.commands.find((command) => command.name() === "alpha");
  return found ?? program.command("alpha").description("commands that may still change");
}
