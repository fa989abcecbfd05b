/** The flags and help of `kubewright edit`. */
import { Option } from "commander";

import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { licenses } from "../templates/root/license.ts";
import type { EditFlags } from "./edit-flags.ts";

export const addEdit: AddCommand = (program, { io, plugins }) => {
  program
    .command("edit")
    .description("change the layout, scope or license of the project, or add files of plugins")
    .addOption(booleanFlag("multigroup", "use a folder for each API group: moves files and changes imports"))
    .addOption(booleanFlag("namespaced", "restrict the operator to one namespace"))
    .addOption(new Option("--license <license>", "license of the code").choices(licenses))
    .option("--license-file <file>", "use the content of this file as the header of new code files")
    .option("--owner <name>", "the copyright holder")
    .option(
      "--plugins <names>",
      "the plugins to run, comma-separated: autoupdate.kubewright.dev/v1, grafana.kubewright.dev/v1, helm.kubewright.dev/v1, or external plugins",
    )
    .option(
      "--manifests <file>",
      "the manifests of a chart: the output of make build-installer (default: dist/install.yaml)",
    )
    .option("--output-dir <folder>", "the folder in which chart/ is written (default: dist)")
    .addOption(booleanFlag("force", "overwrite files that were changed since the command wrote them", false))
    .addOption(booleanFlag("dry-run", "write nothing; show what would be written", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright edit --multigroup", "before you add a second API group"],
        ["kubewright edit --namespaced", "use Roles instead of ClusterRoles, and cache one namespace"],
        ["kubewright edit --license apache2 --owner 'Acme Ltd.'"],
        ["kubewright edit --plugins grafana.kubewright.dev/v1", "add dashboards for the metrics of the operator"],
        [
          "kubewright edit --plugins helm.kubewright.dev/v1",
          "write a Helm chart, after make build-installer and npm install --save-dev @kubewright/helm",
        ],
        ["kubewright edit --plugins autoupdate.kubewright.dev/v1", "add a workflow that proposes scaffold updates"],
        [
          "kubewright edit --plugins owners/v1",
          "run an external plugin, after npm install --save-dev @kubewright/external-plugins",
        ],
        ["kubewright edit --namespaced=false --dry-run", "show what would change"],
      ]),
    )
    .action(async (flags: EditFlags) => {
      const { runEdit } = await import("./edit-command.ts");
      await runEdit(flags, io, plugins);
    });
};
