/** A plugin that is not installed, cannot run, or has an invalid response: a message for the user, with the name of the plugin. */
export class PluginError extends Error {
  override readonly name = "PluginError";
}
