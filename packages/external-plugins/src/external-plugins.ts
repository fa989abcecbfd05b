/** External plugins: the programs that are installed, and requests to them. */
import { installedPlugin, installedPlugins, pluginsFolder } from "./installed-plugins.ts";
import type { InstalledPlugin } from "./installed-plugins.ts";
import type { PluginHost } from "./plugin-host.ts";
import type { PluginAnswer, PluginRequest } from "./plugin-protocol.ts";
import { runPlugin } from "./run-plugin.ts";
import type { RunPluginOptions } from "./run-plugin.ts";
import { isHidden, readUniverse } from "./universe.ts";

export interface ExternalPlugins {
  /** The folder of the installed plugins: `<folder>/<name>/<version>/<name>`. */
  readonly folder: string;
  /** The installed plugins, sorted by name. Empty if the folder does not exist. */
  list(): Promise<readonly InstalledPlugin[]>;
  /**
   * The plugin with this valid name.
   *
   * @throws {PluginError} if it is not installed or not executable.
   */
  find(name: string): Promise<InstalledPlugin>;
  /**
   * Runs the program for one request, without a shell, and returns its response. Its standard error is printed line by line, with its name.
   *
   * @throws {PluginError} if it cannot run, takes longer than `limitMs`, fails, or has an invalid response.
   */
  run(plugin: InstalledPlugin, request: PluginRequest, options?: RunPluginOptions): Promise<PluginAnswer>;
  /**
   * The text files below a folder that a plugin receives, without the folders of git, npm and the command. Symbolic links are not followed.
   *
   * @throws {PluginError} if they are larger than 16 MiB.
   */
  readUniverse(root: string): Promise<Map<string, string>>;
  /** Whether the path of a file is in a folder that plugins do not receive. */
  isHidden(file: string): boolean;
}

export function createExternalPlugins(host: PluginHost): ExternalPlugins {
  const folder = pluginsFolder(host);
  return {
    folder,
    list: () => installedPlugins(folder, host),
    find: (name) => installedPlugin(name, folder, host),
    run: (plugin, request, options) => runPlugin(plugin, request, host, options),
    readUniverse: (root) => readUniverse(root, host),
    isHidden,
  };
}
