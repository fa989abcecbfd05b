/** The output of `use`, `path` and `sideload`: for people, for a variable in a script, or for `source`. */
import type { EnvtestFlags } from "./settings.ts";

export interface PrintedBinaries {
  /** `*` for the folder of KUBEBUILDER_ASSETS, whose version is unknown. */
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
      return folder; // Without a line feed, as in setup-envtest.
    case "env":
      return `export KUBEBUILDER_ASSETS='${folder.replaceAll("'", `'"'"'`)}'\n`;
    case "overview":
    case undefined: {
      const sum = sha512 === undefined ? "" : `sha512: ${sha512}\n`;
      return `Version: ${version}\nOS/Arch: ${platform}\n${sum}Path: ${folder}\n`;
    }
  }
}
