/** Runs the plugins of PROJECT again with their recorded options, for `kubewright alpha generate`. */
import { append } from "@kubewright/apimachinery";
import { CommandError } from "../io.ts";
import { isBuiltIn } from "../plugins/plugin-names.ts";
import { deployImagePlugin } from "../project/deploy-image.ts";
import type { OpenProject } from "../project/open-project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { plugins } from "./add-plugins.ts";
import type { EditFlags } from "./edit-flags.ts";

export interface RerunPlugins {
  readonly files: readonly ScaffoldFile[];
  /** One message with the reason for each plugin that cannot run. */
  readonly leftOut: readonly string[];
}

/**
 * Runs each plugin as for the first time.
 *
 * @param opened The project with its build output: a chart is generated from its manifests.
 * @param target The folder with the scaffold, without plugins.
 */
export async function rerunPlugins(opened: OpenProject, target: ProjectFolder): Promise<RerunPlugins> {
  const read = (file: string): Promise<string | undefined> => (file === "Makefile" ? target : opened.folder).read(file);
  const fresh = { ...opened, project: { ...opened.project, plugins: {} }, folder: { ...opened.folder, read } };
  const files: ScaffoldFile[] = [];
  const others = opened.project.layout.filter((name) => !isBuiltIn(name));
  const leftOut = others.map((name) => `${name} is left out: an external plugin runs only when a command names it`);
  for (const [name, options] of Object.entries(opened.project.plugins ?? {})) {
    if (name === deployImagePlugin) continue; // Its files belong to the kinds.
    const plugin = Object.hasOwn(plugins, name) ? plugins[name] : undefined;
    try {
      if (plugin === undefined) throw new CommandError("no built-in plugin has this name");
      append(files, (await plugin(flagsOf(options), fresh)).files);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      leftOut.push(`${name} is left out: ${error.message}`);
    }
  }
  return { files, leftOut };
}

/** The recorded flags of a plugin. */
function flagsOf(options: unknown): EditFlags {
  const said: Readonly<Record<string, unknown>> = typeof options === "object" && options !== null ? { ...options } : {};
  const { manifests, output } = said;
  return {
    force: false,
    dryRun: false,
    ...(typeof manifests === "string" && { manifests }),
    ...(typeof output === "string" && { outputDir: output }),
  };
}
