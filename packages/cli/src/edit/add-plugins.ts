/** `kubewright edit --plugins`: what is laid out besides. Its name goes into PROJECT, so that it can be laid out again. */
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import type { OpenProject } from "../project/open-project.ts";
import { printProject } from "../project/print-project.ts";
import { projectFile } from "../project/read-project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { dashboardFiles } from "../templates/grafana/dashboard-files.ts";
import type { EditFlags } from "./edit-command.ts";

/** Dashboards. */
const grafana = "grafana.kubewright.dev/v1";

/** The flags that go with plugins. */
const ofPlugins: readonly string[] = ["plugins", "force", "dryRun"];

/** @throws {CommandError} when a plugin is not known, or something else is to be changed by the same words. */
export async function addPlugins(
  flags: EditFlags,
  { project, text }: Pick<OpenProject, "project" | "text">,
  io: Io,
): Promise<void> {
  const unknown = flags.plugins?.split(",").find((name) => name !== grafana);
  if (unknown !== undefined) {
    throw new CommandError(`Cannot use --plugins: "${unknown}" is none of ours: expected ${grafana}`);
  }
  if (Object.entries(flags).some(([name, value]) => value !== undefined && !ofPlugins.includes(name))) {
    throw new CommandError("Cannot use --plugins together with other changes: expected it alone");
  }
  const changed = { ...project, plugins: { ...project.plugins, [grafana]: {} } };
  await applyScaffold(
    io.cwd,
    {
      files: [...dashboardFiles(), { path: projectFile, content: printProject(changed, text), ifExists: "replace" }],
      insertions: [],
    },
    { io, force: flags.force, dryRun: flags.dryRun },
  );
  if (!flags.dryRun) io.out("Next:\n  - import the files of grafana/ into Grafana, with Prometheus as their source\n");
}
