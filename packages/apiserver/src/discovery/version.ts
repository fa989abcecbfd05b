// GET /version. The version is that of the kube-apiserver whose behaviour this server has; clients parse it and adapt to it.
import { kubernetesVersion } from "@kubewright/api-facts";

/** What `/version` answers. `gitVersion` is a semantic version. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly emulationMajor: string;
  readonly emulationMinor: string;
  readonly minCompatibilityMajor: string;
  readonly minCompatibilityMinor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  /** Not Go, and no client minds. */
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** Where Go and Node have two words for one machine. */
const goArchitectures: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** The version this server emulates. */
export function versionInfo(): VersionInfo {
  const gitVersion = kubernetesVersion.startsWith("v") ? kubernetesVersion : `v${kubernetesVersion}`;
  const [major = "", minor = "0"] = gitVersion.slice(1).split(".");
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: "kubewright",
    gitTreeState: "clean",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "none",
    compiler: "none",
    platform: `${process.platform}/${goArchitectures.get(process.arch) ?? process.arch}`,
  };
}
