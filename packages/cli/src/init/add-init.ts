/** The words of `kubewright init`. */
import { Option } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { licenses } from "../templates/root/license.ts";
import type { InitFlags } from "./init-command.ts";

export const addInit: AddCommand = (program, { io, version, plugins }) => {
  program
    .command("init")
    .description("make a new project in this folder")
    .option("--project-name <name>", "name of the project, a DNS label (default: that of the folder)")
    .option("--domain <domain>", 'what the groups of its kinds end with; "" for nothing', "my.domain")
    .option("--repo <name>", "name of the npm package (default: that of the project)")
    .addOption(new Option("--license <license>", "license of the code").choices(licenses).default("apache2"))
    .option("--license-file <file>", "begin each file of code with the text of this file instead")
    .option("--owner <name>", "who holds the copyright")
    .addOption(booleanFlag("fetch-deps", "install the dependencies with npm", true))
    .addOption(booleanFlag("multigroup", "a folder for each group of kinds", false))
    .addOption(booleanFlag("namespaced", "the operator works in one namespace alone", false))
    .addOption(new Option("--project-version <version>", "of the form of PROJECT").choices(["3"]).default("3"))
    .option(
      "--plugins <names>",
      "what lays it out, with commas between: kubewright.dev/v1, and plugins of others",
      "kubewright.dev/v1",
    )
    .addOption(booleanFlag("force", "write over files that are there", false))
    .addOption(booleanFlag("dry-run", "write nothing, and show what would be written", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright init --domain example.com", "in an empty folder, named as the project"],
        ["kubewright init --domain example.com --project-name shop --owner 'Acme Ltd.'"],
        ["kubewright init --domain example.com --multigroup", "api/<group>/<version> instead of api/<version>"],
        [
          "kubewright init --domain example.com --plugins kubewright.dev/v1,owners/v1",
          "and what a plugin of others adds",
        ],
        ["kubewright init --domain example.com --dry-run", "what would that write?"],
      ]),
    )
    .action(async (flags: InitFlags) => {
      const { runInit } = await import("./init-command.ts");
      await runInit(flags, { io, version, plugins });
    });
};
