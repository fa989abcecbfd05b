/** The flags and help of `kubewright init`. */
import { Option } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { licenses } from "../templates/root/license.ts";
import type { InitFlags } from "./init-command.ts";

export const addInit: AddCommand = (program, { io, version, plugins }) => {
  program
    .command("init")
    .description("create a new project in a folder")
    .argument("[folder]", "the folder, which is created if it does not exist (default: the current folder)")
    .option("--project-name <name>", "the name of the project, a DNS label (default: the name of the folder)")
    .option("--domain <domain>", 'the domain of the API groups; "" for none', "my.domain")
    .option("--repo <name>", "the name of the npm package (default: the name of the project)")
    .addOption(new Option("--license <license>", "license of the code").choices(licenses).default("apache2"))
    .option("--license-file <file>", "use the content of this file as the header of code files instead")
    .option("--owner <name>", "the copyright holder")
    .addOption(booleanFlag("fetch-deps", "install the dependencies with npm", true))
    .addOption(booleanFlag("multigroup", "use a folder for each API group", false))
    .addOption(booleanFlag("namespaced", "restrict the operator to one namespace", false))
    .addOption(new Option("--project-version <version>", "the version of the PROJECT file").choices(["3"]).default("3"))
    .option(
      "--plugins <names>",
      "the plugins to run, comma-separated: kubewright.dev/v1, and external plugins",
      "kubewright.dev/v1",
    )
    .addOption(booleanFlag("force", "overwrite existing files", false))
    .addOption(booleanFlag("dry-run", "write nothing; show what would be written", false))
    .addOption(booleanFlag("verbose", "print each file that is written", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright init shop --domain example.com", "in the new folder shop"],
        [
          "kubewright init --domain example.com",
          "in the current folder, which is empty and has the name of the project",
        ],
        ["kubewright init --domain example.com --project-name shop --owner 'Acme Ltd.'"],
        ["kubewright init --domain example.com --multigroup", "api/<group>/<version> instead of api/<version>"],
        [
          "kubewright init --domain example.com --plugins kubewright.dev/v1,owners/v1",
          "also run an external plugin, with @kubewright/external-plugins",
        ],
        ["kubewright init --domain example.com --dry-run", "show what would be written"],
      ]),
    )
    .action(async (folder: string | undefined, flags: InitFlags) => {
      const { runInit } = await import("./init-command.ts");
      await runInit(folder, flags, { io, version, plugins });
    });
};
