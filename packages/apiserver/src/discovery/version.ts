// GET /version: the version of the kube-apiserver that this server emulates. Clients parse it and adapt to it.
import { kubernetesVersion } from "@kubewright/api-facts";

/** The object of `/version`. `gitVersion` is a semantic version. */
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
  /** The server is not written in Go; clients ignore the field. */
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** Architectures that have different names in Node and Go. */
const goArchitectures: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** The version that this server emulates. */
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
