/** Runs external plugins. The commands with `--plugins` load this package when the flag names one. */
export { createExternalPlugins } from "./external-plugins.ts";
export type { ExternalPlugins } from "./external-plugins.ts";
export type { InstalledPlugin } from "./installed-plugins.ts";
export { PluginError } from "./plugin-error.ts";
export type { PluginHost } from "./plugin-host.ts";
export type { RunPluginOptions } from "./run-plugin.ts";
export type { PluginAnswer, PluginFlag, PluginRequest, Universe } from "./plugin-protocol.ts";
