/** The words of `kubewright edit`. */
import { Option } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { licenses } from "../templates/root/license.ts";
import type { EditFlags } from "./edit-flags.ts";

export const addEdit: AddCommand = (program, { io, plugins }) => {
  program
    .command("edit")
    .description("change what the project is: its layout, its scope, its license, what is laid out besides")
    .addOption(booleanFlag("multigroup", "a folder for each group of kinds"))
    .addOption(booleanFlag("namespaced", "the operator works in one namespace alone"))
    .addOption(new Option("--license <license>", "license of the code").choices(licenses))
    .option("--license-file <file>", "begin new files of code with the text of this file")
    .option("--owner <name>", "who holds the copyright")
    .option(
      "--plugins <names>",
      "what is laid out besides: autoupdate.kubewright.dev/v1, grafana.kubewright.dev/v1, helm.kubewright.dev/v1, and plugins of others",
    )
    .option(
      "--manifests <file>",
      "what a chart is made from: the output of make build-installer (default: dist/install.yaml)",
    )
    .option("--output-dir <folder>", "where chart/ is laid out (default: dist)")
    .addOption(booleanFlag("force", "write over files that were changed since the command wrote them", false))
    .addOption(booleanFlag("dry-run", "write nothing, and show what would be written", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright edit --multigroup", "before a kind of a second group"],
        ["kubewright edit --namespaced", "Roles instead of ClusterRoles, and a cache of one namespace"],
        ["kubewright edit --license apache2 --owner 'Acme Ltd.'"],
        ["kubewright edit --plugins grafana.kubewright.dev/v1", "dashboards over the operator's metrics"],
        ["kubewright edit --plugins helm.kubewright.dev/v1", "a Helm chart, after make build-installer"],
        ["kubewright edit --plugins autoupdate.kubewright.dev/v1", "a workflow that proposes newer scaffolds"],
        ["kubewright edit --plugins owners/v1", "what a plugin of others adds; kubewright plugins lists them"],
        ["kubewright edit --namespaced=false --dry-run", "what would that change?"],
      ]),
    )
    .action(async (flags: EditFlags) => {
      const { runEdit } = await import("./edit-command.ts");
      await runEdit(flags, io, plugins);
    });
};
