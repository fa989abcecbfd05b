/** What the package needs from the command that runs plugins. */
export interface PluginHost {
  /** The absolute path of the current folder, in which plugins run. */
  readonly cwd: string;
  /** The environment of plugins. `EXTERNAL_PLUGINS_PATH`, `XDG_CONFIG_HOME` and `HOME` determine the folder of installed plugins. */
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Prints a line of the log of a plugin. The text may contain control characters, which the host must escape. */
  err(text: string): void;
  /** Whether an external plugin may have this name, such as `owners/v1`. */
  isPluginName(name: string): boolean;
  /** Whether a part of a path is an ordinary name of a file on all systems. Plugins do not receive other files. */
  isPlainName(name: string): boolean;
}
