/** A plugin of `kubewright edit --plugins`: a function from the flags and the project to the files that it adds. */
import type { OpenProject } from "../project/open-project.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import type { EditFlags } from "./edit-flags.ts";

export type Plugin = (flags: EditFlags, project: OpenProject) => Promise<PluginOutput>;

export interface PluginOutput {
  readonly files: readonly ScaffoldFile[];
  /** The options that PROJECT records for the plugin. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The next steps for the user, one per line. */
  readonly next: readonly string[];
}
