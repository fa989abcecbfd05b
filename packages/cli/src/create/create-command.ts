/** The parent of `create api` and `create webhook`, and the flags that both have: for the kind, its origin, and the written files. */
import type { Command } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import { withRequiredFlag } from "../required-flag.ts";

/** The command `kubewright create`, added to the program on the first call. */
export function createCommandOf(program: Command): Command {
  const found = program.commands.find((command) => command.name() === "create");
  return found ?? program.command("create").description("add kinds, controllers and webhooks to the project");
}

export function withKindFlags(command: Command): Command {
  command.option("--group <group>", "the API group of the kind, without the domain of the project", "");
  withRequiredFlag(command, "--version <version>", "the API version, such as v1alpha1");
  return withRequiredFlag(command, "--kind <kind>", "the kind, such as Widget").option(
    "--plural <plural>",
    "the plural of the kind, if it is irregular",
  );
}

export function withExternalApiFlags(command: Command): Command {
  return command
    .option("--external-api-path <module>", "the module that exports a kind of another project: @acme/widgets/v1")
    .option("--external-api-domain <domain>", "the domain of the API group of that kind")
    .option("--external-api-module <package>", "the npm package of that module, with a version: @acme/widgets@1.2.3");
}

export function withWritingFlags(command: Command): Command {
  return command
    .addOption(booleanFlag("make", "generate manifests and descriptors afterwards", true))
    .addOption(booleanFlag("force", "overwrite existing files", false))
    .addOption(booleanFlag("dry-run", "write nothing; show what would be written", false))
    .addOption(booleanFlag("verbose", "print each file that is written", false));
}
