/** What `use`, `path` and `sideload` print: for a person, for a script's variable, or for `source`. */
import type { EnvtestFlags } from "./settings.ts";

export interface PrintedBinaries {
  /** `*` for a folder of which only the user knows. */
  readonly version: string;
  readonly platform: string;
  readonly sha512?: string;
  readonly folder: string;
}

export function printedBinaries(
  form: EnvtestFlags["print"],
  { version, platform, sha512, folder }: PrintedBinaries,
): string {
  switch (form) {
    case "path":
      return folder; // No line feed: setup-envtest prints none either.
    case "env":
      return `export KUBEBUILDER_ASSETS='${folder.replaceAll("'", `'"'"'`)}'\n`;
    case "overview":
    case undefined: {
      const sum = sha512 === undefined ? "" : `sha512: ${sha512}\n`;
      return `Version: ${version}\nOS/Arch: ${platform}\n${sum}Path: ${folder}\n`;
    }
  }
}
