/** `kubewright plugins`: lists the values for `--plugins`. It runs no plugin. */
import { editPlugins } from "../edit/add-plugins.ts";
import { chartPackage, chartPluginName } from "../edit/chart-plugin.ts";
import type { Io } from "../io.ts";
import { deployImagePlugin } from "../project/deploy-image.ts";
import { layout } from "../project/project.ts";
import { installedPlugins, pluginsFolder } from "../plugins/installed-plugins.ts";

export async function listPlugins(io: Io): Promise<void> {
  const folder = pluginsFolder(io, process.platform);
  const rows = [
    [layout, "built in, for init; always runs first"],
    [deployImagePlugin, "built in, for create api --image"],
    ...editPlugins.map((name) => [
      name,
      `built in, for edit${name === chartPluginName ? `; needs ${chartPackage}` : ""}`,
    ]),
    ...(await installedPlugins(folder)).map(({ name, path }) => [name, path]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  for (const [name = "", what = ""] of rows) io.out(`${name.padEnd(width)}  ${what}\n`);
  io.out(`\nExternal plugins are programs: ${folder}/<name>/<version>/<name>\n`);
}
