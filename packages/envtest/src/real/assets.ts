/** Finds the real programs, with the variables of setup-envtest and of controller-runtime's envtest. */
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { binariesPlatform } from "../binaries/item.ts";
import { defaultStoreFolder, openBinariesStore } from "../binaries/store.ts";
import { EnvironmentError } from "../errors.ts";

/** The variable of a program has precedence over the folder. */
const programVariables = {
  etcd: "TEST_ASSET_ETCD",
  "kube-apiserver": "TEST_ASSET_KUBE_APISERVER",
  kubectl: "TEST_ASSET_KUBECTL",
} as const;

export type ProgramName = keyof typeof programVariables;

/** The default of controller-runtime's envtest. */
const defaultFolder = "/usr/local/kubebuilder/bin";

/** The folder of the option or of the variable; otherwise that of the newest installed binaries; otherwise the default of envtest. */
export async function assetsFolder(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  return given ?? (env["KUBEBUILDER_ASSETS"] || ((await newestInstalled(env)) ?? defaultFolder)); // An empty variable counts as absent.
}

async function newestInstalled(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  let root: string;
  try {
    root = defaultStoreFolder(env, process.platform);
  } catch {
    return undefined; // Without a home folder there is no store; the error of the missing program has the solution.
  }
  const store = openBinariesStore(root);
  const { os, arch } = binariesPlatform(process);
  const items = await store.list();
  const newest = items.find(({ platform }) => platform.os === os && platform.arch === arch);
  return newest && store.folderOf(newest);
}

/** @throws {EnvironmentError} if the program does not exist or is not executable. */
export async function programIn(folder: string, name: ProgramName, env: NodeJS.ProcessEnv): Promise<string> {
  const program = env[programVariables[name]] || path.join(folder, name);
  try {
    await access(program, constants.X_OK);
    return program;
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot start ${name}: "${program}" is not an executable file: install it with \`npx kubewright envtest use\`, set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver, or use server: "embedded"`,
      { cause },
    );
  }
}
