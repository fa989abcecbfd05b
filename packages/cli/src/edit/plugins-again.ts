/** The plugins that PROJECT names, laid out once more with what it says of them: for `kubewright alpha generate`. */
import { CommandError } from "../io.ts";
import { isOurs } from "../plugins/plugin-names.ts";
import { deployImagePlugin } from "../project/deploy-image.ts";
import type { OpenProject } from "../project/open-project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { plugins } from "./add-plugins.ts";
import type { EditFlags } from "./edit-flags.ts";

export interface PluginsAgain {
  readonly files: readonly ScaffoldFile[];
  /** One text for each that cannot be laid out, and why. */
  readonly leftOut: readonly string[];
}

/**
 * As each plugin lays itself out for the first time.
 *
 * @param opened The project, with what was made in it: a chart comes from its manifests.
 * @param target Where the project is laid out, but for its plugins.
 */
export async function pluginsAgain(opened: OpenProject, target: ProjectFolder): Promise<PluginsAgain> {
  const read = (file: string): Promise<string | undefined> => (file === "Makefile" ? target : opened.folder).read(file);
  const fresh = { ...opened, project: { ...opened.project, plugins: {} }, folder: { ...opened.folder, read } };
  const files: ScaffoldFile[] = [];
  const others = opened.project.layout.filter((name) => !isOurs(name));
  const leftOut = others.map((name) => `${name} is left out: an external plugin runs only when a command names it`);
  for (const [name, options] of Object.entries(opened.project.plugins ?? {})) {
    if (name === deployImagePlugin) continue; // Its files belong to the kinds.
    const plugin = Object.hasOwn(plugins, name) ? plugins[name] : undefined;
    try {
      if (plugin === undefined) throw new CommandError("no built-in plugin has this name");
      files.push(...(await plugin(flagsOf(options), fresh)).files);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      leftOut.push(`${name} is left out: ${error.message}`);
    }
  }
  return { files, leftOut };
}

/** What was said when the plugin was laid out first. */
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
