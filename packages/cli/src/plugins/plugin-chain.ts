/**
 * Runs the external plugins of a command one after the other. Each receives the project with the changes of the command and of the plugins before it, and its
 * own changes are added to the plan. So nothing is written before all of them have responded, and their changes are checked like those of templates.
 */
import type { ExternalPlugins, InstalledPlugin, PluginRequest, Universe } from "@kubewright/external-plugins";
import { parse } from "yaml";

import { CommandError } from "../io.ts";
import { projectFile } from "../project/read-project.ts";
import type { PlannedWrite, ScaffoldPlan } from "../scaffold/plan-scaffold.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";

export interface PluginChain {
  /** In the order of their calls. */
  readonly names: readonly string[];
  /** Adds the changes of the plugins to the plan. With `force`, files that they were not sent are overwritten. */
  extend(plan: ScaffoldPlan, folder: ProjectFolder, options: { readonly force: boolean }): Promise<ScaffoldPlan>;
}

export interface PluginChainOptions extends Pick<PluginRequest, "command" | "args" | "pluginChain"> {
  readonly external: ExternalPlugins;
  readonly plugins: readonly InstalledPlugin[];
}

export function createPluginChain({
  plugins,
  external,
  command,
  args,
  pluginChain = [],
}: PluginChainOptions): PluginChain {
  return {
    names: plugins.map(({ name }) => name),
    async extend(plan, folder, { force }) {
      const planned = new Map(plan.writes.map((write) => [write.path, write]));
      const universe = await external.readUniverse(folder.root);
      for (const { path, content } of plan.writes) universe.set(path, content);
      for (const plugin of plugins) {
        const project = universe.get(projectFile);
        const config = project === undefined ? {} : { config: parse(project, { schema: "core" }) as unknown };
        const request = { command, args, universe, pluginChain, ...config };
        const { universe: wanted } = await external.run(plugin, request);
        for (const write of await writesOf(wanted, { plugin, external, universe, planned, folder, force })) {
          planned.set(write.path, write);
          universe.set(write.path, write.content);
        }
      }
      const writes = [...planned.values()].filter(({ before, content }) => before !== content);
      return { ...plan, writes: writes.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
    },
  };
}

interface Answered {
  readonly plugin: InstalledPlugin;
  readonly external: ExternalPlugins;
  /** The files that it was sent. */
  readonly universe: Universe;
  readonly planned: ReadonlyMap<string, PlannedWrite>;
  readonly folder: ProjectFolder;
  readonly force: boolean;
}

/** The difference from what the plugin was sent. Files that its response omits are unchanged. */
async function writesOf(wanted: Universe, answered: Answered): Promise<readonly PlannedWrite[]> {
  const { plugin, external, universe, planned, folder, force } = answered;
  const invalid = (problem: string, options?: ErrorOptions): CommandError =>
    new CommandError(`Cannot use the response of the plugin "${plugin.name}": ${problem}`, options);
  const writes: PlannedWrite[] = [];
  for (const [path, content] of wanted) {
    if (universe.get(path) === content) continue;
    if (path === projectFile) throw invalid("it changes PROJECT, which only the command writes: expected it unchanged");
    if (external.isHidden(path))
      throw invalid(`${JSON.stringify(path)} is in a folder that is hidden from plugins: expected another folder`);
    const found = await folder.read(path).catch((error: unknown) => {
      throw error instanceof CommandError ? invalid(error.message, { cause: error }) : error;
    });
    if (!universe.has(path) && found !== undefined && found !== content && !force) {
      throw invalid(`"${path}" exists, and it was not sent: expected a new file; --force overwrites it`);
    }
    writes.push({ path, before: found, content, executable: planned.get(path)?.executable ?? false });
  }
  return writes;
}
