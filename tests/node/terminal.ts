/** The terminal of a developer: a folder, programs, replacements for docker and kind, and the kubeconfig of the cluster. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the real helm, in the node lane. */
    readonly helm?: string;
    /** The path of the Node binary in images, in the node lane. */
    readonly imageNode?: string;
  }
}

/** The root of this repository. */
export const repository: string = fileURLToPath(new URL("../../", import.meta.url));

export interface Terminal extends AsyncDisposable {
  readonly folder: string;
  /** Runs a program in the folder and resolves with its output; rejects with its error output if it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  kubectl(...args: readonly string[]): Promise<string>;
  /** Runs a kubectl command, such as `create`, with this object. */
  kubectlWith(verb: string, object: object, ...flags: readonly string[]): Promise<string>;
}

/** Opens a terminal in a new folder of this name, which is removed at the end. */
export async function openTerminal(name: string): Promise<Terminal> {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-terminal-"));
  const folder = path.join(base, name);
  const images = path.join(base, "images");
  for (const each of [folder, images]) await mkdir(each);
  const searchPath = [
    path.join(repository, "tests/node/stand-ins"),
    path.join(repository, "tests/node/machine"),
    inject("assets"),
    path.join(repository, "node_modules/.bin"),
    inject("searchPath"),
  ].join(path.delimiter);
  const env = {
    PATH: searchPath,
    HOME: base,
    KUBECONFIG: inject("kubeconfig"),
    IMAGES: images,
    IMAGE_NODE: inject("imageNode"),
    HELM: inject("helm"),
    NO_COLOR: "1",
  };
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
      throw new Error(`Cannot run ${program} ${args.join(" ")}: ${printedIn(error)}`);
    });
    return stdout;
  };
  const kubectl = (...args: readonly string[]): Promise<string> => run("kubectl", ...args);
  return {
    folder,
    run,
    kubectl,
    async kubectlWith(verb, object, ...flags) {
      const file = path.join(base, "object.json");
      await writeFile(file, JSON.stringify(object));
      return kubectl(verb, "-f", file, ...flags);
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

/** The output of a failed program, or the error if it could not be started. */
function printedIn(error: unknown): string {
  const fields = Object.entries(error ?? {}).filter(([name]) => name === "stdout" || name === "stderr");
  return fields.map(([, text]) => String(text)).join("") || String(error);
}
