/** The package `@kubewright/external-plugins`, which runs external plugins, and what it needs from the command. */
import type * as PluginsModule from "@kubewright/external-plugins";
import type { ExternalPlugins } from "@kubewright/external-plugins";

import type { Io } from "../io.ts";
import { loadOptional } from "../optional-package.ts";
import { printable } from "../printable.ts";
import { isName } from "../project/names.ts";
import { isPlainPart } from "../scaffold/project-folder.ts";
import { isBuiltIn } from "./plugin-names.ts";

export const externalPluginsPackage = "@kubewright/external-plugins";

const install = `npm install --save-dev --save-exact ${externalPluginsPackage}, or npx --package kubewright --package ${externalPluginsPackage} kubewright init for a new project`;

/** @throws {CommandError} when the package is not installed. */
export async function loadExternalPlugins({
  cwd,
  env,
  err,
}: Pick<Io, "cwd" | "env" | "err">): Promise<ExternalPlugins> {
  const load = (): Promise<typeof PluginsModule> => import("@kubewright/external-plugins");
  const name = externalPluginsPackage;
  const { createExternalPlugins } = await loadOptional({ name, purpose: "run external plugins", load, install });
  return createExternalPlugins({
    cwd,
    env,
    platform: process.platform,
    err: (text) => err(printable(text)),
    isPluginName: (plugin) => isName("plugin", plugin) && !isBuiltIn(plugin),
    isPlainName: isPlainPart,
  });
}
