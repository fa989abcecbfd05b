/** The parent of `create api` and `create webhook`, and the flags that both have: which kind, whose, and what is done with the files. */
import type { Command } from "commander";

import { booleanFlag } from "../boolean-flag.ts";

/** `kubewright create`, which the first of its commands makes. */
export function createCommandOf(program: Command): Command {
  const found = program.commands.find((command) => command.name() === "create");
  return found ?? program.command("create").description("add kinds, controllers and webhooks to the project");
}

export function withKindFlags(command: Command): Command {
  return command
    .option("--group <group>", "group of the kind, without the project's domain", "")
    .requiredOption("--version <version>", "version of the kind, such as v1alpha1")
    .requiredOption("--kind <kind>", "the kind, such as Widget")
    .option("--plural <plural>", "its plural, when that is not the regular one");
}

export function withExternalApiFlags(command: Command): Command {
  return command
    .option("--external-api-path <module>", "module that exports the kind of another project: @acme/widgets/v1")
    .option("--external-api-domain <domain>", "what the group of that kind ends with")
    .option("--external-api-module <package>", "npm package of that module, with its version: @acme/widgets@1.2.3");
}

export function withWritingFlags(command: Command): Command {
  return command
    .addOption(booleanFlag("make", "generate manifests and descriptors afterwards", true))
    .addOption(booleanFlag("force", "write over files that are there", false))
    .addOption(booleanFlag("dry-run", "write nothing, and show what would be written", false));
}
