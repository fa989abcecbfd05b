/** `kubewright plugins`: lists the values for `--plugins`. It runs no plugin. */
import { editPlugins } from "../edit/add-plugins.ts";
import { chartPackage, chartPluginName } from "../edit/chart-plugin.ts";
import type { ExternalPlugins } from "@kubewright/external-plugins";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { deployImagePlugin } from "../project/deploy-image.ts";
import { layout } from "../project/project.ts";
import { externalPluginsPackage, loadExternalPlugins } from "../plugins/load-external-plugins.ts";

export async function listPlugins(io: Io): Promise<void> {
  const external = await externalPlugins(io);
  const rows = [
    [layout, "built in, for init; always runs first"],
    [deployImagePlugin, "built in, for create api --image"],
    ...editPlugins.map((name) => [
      name,
      `built in, for edit${name === chartPluginName ? `; needs ${chartPackage}` : ""}`,
    ]),
    ...((await external?.list()) ?? []).map(({ name, path }) => [name, path]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  for (const [name = "", what = ""] of rows) io.out(`${name.padEnd(width)}  ${what}\n`);
  const programs = external
    ? `are programs: ${external.folder}/<name>/<version>/<name>`
    : `need ${externalPluginsPackage}`;
  io.out(`\nExternal plugins ${programs}\n`);
}

/** Undefined if the package that runs them is not installed. */
async function externalPlugins(io: Io): Promise<ExternalPlugins | undefined> {
  try {
    return await loadExternalPlugins(io);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
