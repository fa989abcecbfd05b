/** Where the real programs are, by the variables that setup-envtest and controller-runtime's envtest use. */
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { binariesPlatform } from "../binaries/item.ts";
import { defaultStoreFolder, openBinariesStore } from "../binaries/store.ts";
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

/** The folder that is named, by the option or the variable; else the newest binaries that are installed; else envtest's own default. */
export async function assetsFolder(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  return given ?? (env["KUBEBUILDER_ASSETS"] || ((await newestInstalled(env)) ?? defaultFolder)); // An empty variable is as good as none.
}

async function newestInstalled(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  let root: string;
  try {
    root = defaultStoreFolder(env, process.platform);
  } catch {
    return undefined; // Without a home there is no store; the error about the missing program says what to do.
  }
  const store = openBinariesStore(root);
  const { os, arch } = binariesPlatform(process);
  const items = await store.list();
  const newest = items.find(({ platform }) => platform.os === os && platform.arch === arch);
  return newest && store.folderOf(newest);
}

/** @throws {EnvironmentError} when the program is not there or cannot be run. */
export async function programIn(folder: string, name: ProgramName, env: NodeJS.ProcessEnv): Promise<string> {
  const program = env[programVariables[name]] || path.join(folder, name);
  try {
    await access(program, constants.X_OK);
    return program;
  } catch (cause) {
    throw new EnvironmentError(
      `Cannot start ${name}: "${program}" is no program: install it with \`npx kubewright envtest use\`, set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver, or use server: "embedded"`,
      { cause },
    );
  }
}
