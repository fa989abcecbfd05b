/** `kubewright edit --plugins`: adds the files of plugins. PROJECT records their names, so that the files can be written again. */
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import type { PluginChain } from "../plugins/plugin-chain.ts";
import { ownPlugins } from "../plugins/plugin-names.ts";
import type { OpenProject } from "../project/open-project.ts";
import { printProject } from "../project/print-project.ts";
import { projectFile } from "../project/read-project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { autoUpdateFiles } from "../templates/github/auto-update.ts";
import { customMetricsFiles, customMetricsPath } from "../templates/grafana/custom-metrics.ts";
import { dashboardFiles } from "../templates/grafana/dashboard-files.ts";
import { chartPlugin } from "./chart-plugin.ts";
import type { EditFlags } from "./edit-flags.ts";
import type { Plugin, PluginOutput } from "./plugin.ts";

/** A workflow that keeps the project up to date, dashboards, and a Helm chart. */
export const plugins: Readonly<Record<string, Plugin>> = {
  "autoupdate.kubewright.dev/v1": autoUpdatePlugin,
  "grafana.kubewright.dev/v1": async (_flags, { folder }) => ({
    files: [...dashboardFiles(), ...customMetricsFiles(await folder.read(customMetricsPath))],
    options: {},
    next: [
      "import the dashboards in grafana/ into Grafana, with Prometheus as the data source",
      `to get a dashboard of your own metrics, name them in ${customMetricsPath} and run the command again`,
    ],
  }),
  "helm.kubewright.dev/v1": chartPlugin,
};

/** The names of the plugins. */
export const editPlugins: readonly string[] = Object.keys(plugins);

/** The other changes of `edit`. */
const otherChanges = ["multigroup", "namespaced", "license", "licenseFile", "owner"] as const;

export interface AddPluginsOptions {
  readonly io: Io;
  /** The external plugins, which run after the built-in ones. */
  readonly others?: PluginChain | undefined;
}

/** @throws {CommandError} when a plugin is unknown, or another change is requested together with plugins. */
export async function addPlugins(
  flags: EditFlags,
  project: OpenProject,
  { io, others }: AddPluginsOptions,
): Promise<void> {
  const names = ownPlugins(flags.plugins, editPlugins);
  if (otherChanges.some((name) => flags[name] !== undefined)) {
    throw new CommandError("Cannot use --plugins together with other changes: run the command once for each");
  }
  const outputs = await Promise.all(names.map(async (name) => [name, await plugins[name]?.(flags, project)] as const));
  const options = Object.fromEntries(outputs.map(([name, output]) => [name, output?.options ?? {}]));
  const changed = { ...project.project, plugins: { ...project.project.plugins, ...options } };
  const record = { path: projectFile, content: printProject(changed, project.text), ifExists: "replace" } as const;
  await applyScaffold(
    io.cwd,
    {
      files: [...outputs.flatMap(([, output]) => output?.files ?? []), ...(names.length === 0 ? [] : [record])],
      insertions: [],
    },
    { io, force: flags.force, dryRun: flags.dryRun, extend: others?.extend },
  );
  const steps = outputs.flatMap(([, output]) => output?.next ?? []);
  if (flags.dryRun || steps.length === 0) return;
  io.out(`Next:\n${steps.map((step) => `  - ${step}\n`).join("")}`);
}

/** The workflow needs the version that scaffolded the project. */
async function autoUpdatePlugin(_flags: EditFlags, { project }: OpenProject): Promise<PluginOutput> {
  if (project.cliVersion === undefined) {
    throw new CommandError(
      "Cannot add the update workflow: PROJECT has no cliVersion, must be the version that scaffolded the project, such as cliVersion: 0.1.0",
    );
  }
  return {
    files: autoUpdateFiles(),
    options: {},
    next: ["commit the workflow, and protect your main branch, so that updates arrive only by pull request"],
  };
}
