/** Where the real programs are, by the variables that setup-envtest and controller-runtime's envtest use. */
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { EnvironmentError } from "../errors.ts";

/** The variable of a single program wins over the folder. */
const programVariables = {
  etcd: "TEST_ASSET_ETCD",
  "kube-apiserver": "TEST_ASSET_KUBE_APISERVER",
  kubectl: "TEST_ASSET_KUBECTL",
} as const;

export type ProgramName = keyof typeof programVariables;

/** envtest's own default, for those who unpacked the binaries there. */
const defaultFolder = "/usr/local/kubebuilder/bin";

export function assetsFolder(given: string | undefined, env: NodeJS.ProcessEnv): string {
  return given ?? (env["KUBEBUILDER_ASSETS"] || defaultFolder); // An empty variable is as good as none.
}

/** @throws {EnvironmentError} when the program is not there or cannot be run. */
export async function programIn(folder: string, name: ProgramName, env: NodeJS.ProcessEnv): Promise<string> {
  const program = env[programVariables[name]] || path.join(folder, name);
  try {
    await access(program, constants.X_OK);
    return program;
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot start ${name}: "${program}" is no program: set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver, or use server: "embedded"`,
      { cause },
    );
  }
}
