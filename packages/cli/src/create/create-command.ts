/** The parent of `create api` and `create webhook`. */
import type { Command } from "commander";

/** `kubewright create`, which the first of its commands makes. */
export function createCommandOf(program: Command): Command {
  const found = program.commands.find((command) => command.name() === "create");
  return found ?? program.command("create").description("add kinds, controllers and webhooks to the project");
}
