/** The parent of `alpha generate` and `alpha update`. */
import type { Command } from "commander";

/** `kubewright alpha`, which the first of its commands makes. */
export function alphaCommandOf(program: Command): Command {
  const found = program.commands.find((command) => command.name() === "alpha");
  return found ?? program.command("alpha").description("commands that may still change");
}
