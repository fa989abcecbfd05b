/** The flags of `kubewright cluster` and `kubewright dev` that enable and disable admission plugins, which have kube-apiserver's names. */
import type { ApiServerOptions } from "@kubewright/apiserver";
import { Option } from "commander";
import { CommandError } from "../io.ts";

export interface AdmissionPluginFlags {
  readonly enableAdmissionPlugins?: readonly string[];
  readonly disableAdmissionPlugins?: readonly string[];
}

export type AdmissionPluginOptions = Pick<ApiServerOptions, "enableAdmissionPlugins" | "disableAdmissionPlugins">;

/** The flag that enables or disables plugins. As with kube-apiserver, it can be repeated. */
export function admissionPluginsFlag(verb: "enable" | "disable", description: string): Option {
  return new Option(`--${verb}-admission-plugins <names>`, description).argParser(withNames);
}

function withNames(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(",").filter((name) => name !== "")];
}

/** @throws {CommandError} if both flags name the same plugin. The server checks the names. */
export function admissionPluginOptions(
  { enableAdmissionPlugins = [], disableAdmissionPlugins = [] }: AdmissionPluginFlags,
  action: string,
): AdmissionPluginOptions {
  const both = enableAdmissionPlugins.find((name) => disableAdmissionPlugins.includes(name));
  if (both !== undefined) {
    throw new CommandError(
      `Cannot ${action}: --enable-admission-plugins and --disable-admission-plugins name "${both}": leave one out`,
    );
  }
  return { enableAdmissionPlugins, disableAdmissionPlugins };
}
