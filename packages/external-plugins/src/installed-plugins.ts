/**
 * The external plugins that the user has installed: `<folder>/<name>/<version>/<name>`, or `<name>` and an extension, as for kubebuilder. No file of a
 * project sets the folder.
 */
import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { PluginError } from "./plugin-error.ts";
import type { PluginHost } from "./plugin-host.ts";

/** An executable that responds to requests. */
export interface InstalledPlugin {
  /** `owners/v1` */
  readonly name: string;
  /** The absolute path of the program. */
  readonly path: string;
}

/** The folder of the plugins: `EXTERNAL_PLUGINS_PATH`, as for kubebuilder, or `kubewright/plugins` in the user's configuration folder. */
export function pluginsFolder({ cwd, env, platform }: Pick<PluginHost, "cwd" | "env" | "platform">): string {
  const configured = env["EXTERNAL_PLUGINS_PATH"];
  if (configured !== undefined && configured !== "") return path.resolve(cwd, configured);
  const home = env["HOME"] ?? homedir();
  const configuration = env["XDG_CONFIG_HOME"];
  if (configuration !== undefined && configuration !== "") return path.join(configuration, "kubewright/plugins");
  const folder = platform === "darwin" ? "Library/Application Support" : ".config";
  return path.join(home, folder, "kubewright/plugins");
}

/** The plugins of a folder, sorted by name. Empty if the folder does not exist. Files at other paths are ignored. */
export async function installedPlugins(
  folder: string,
  { isPluginName }: Pick<PluginHost, "isPluginName">,
): Promise<readonly InstalledPlugin[]> {
  const found: InstalledPlugin[] = [];
  for (const name of await namesIn(folder)) {
    for (const version of await namesIn(path.join(folder, name))) {
      const program = await programIn(path.join(folder, name, version), name);
      const plugin = `${name}/${version}`;
      if (program !== undefined && isPluginName(plugin)) found.push({ name: plugin, path: program });
    }
  }
  return found;
}

/**
 * The plugin with this valid name.
 *
 * @throws {PluginError} if it is not installed or not executable.
 */
export async function installedPlugin(
  name: string,
  folder: string,
  host: Pick<PluginHost, "isPluginName">,
): Promise<InstalledPlugin> {
  const file = path.posix.dirname(name);
  const program = await programIn(path.join(folder, name), file);
  if (program === undefined) {
    const others = (await installedPlugins(folder, host)).map((each) => each.name);
    const there = others.length === 0 ? "no plugins" : others.join(", ");
    throw new PluginError(
      `Cannot use --plugins: "${name}" is not in "${folder}", which has ${there}: expected a program "${name}/${file}"`,
    );
  }
  const { mode } = await stat(program);
  if ((mode & 0o111) === 0) {
    throw new PluginError(`Cannot use --plugins: "${program}" is not executable: run chmod +x on it`);
  }
  return { name, path: program };
}

async function programIn(folder: string, name: string): Promise<string | undefined> {
  const names = await namesIn(folder);
  const found = names.find((each) => each === name) ?? names.find((each) => each.split(".")[0] === name);
  return found === undefined ? undefined : path.join(folder, found);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch {
    return []; // Missing, not a folder, or not readable: it has no plugins to run.
  }
}
