// The peers of a measurement. Each is built once, into a cache outside the checkout; a peer without its toolchain is skipped.
import { createHash } from "node:crypto";
import { access, constants, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { build as bundle } from "rolldown";
import { output, repository } from "../processes.ts";

export type PeerName = "kubewright" | "controller-runtime" | "kube-rs" | "client-node";

/** A program that runs the workloads. */
export interface Peer {
  readonly name: PeerName;
  readonly command: readonly string[];
}

export interface SkippedPeer {
  readonly name: PeerName;
  readonly reason: string;
}

interface Recipe {
  readonly name: PeerName;
  readonly folder: string;
  /** The program of the toolchain, and the action that installs it. */
  readonly toolchain: readonly [program: string, advice: string];
  /** Builds into `target` from a copy of bench/peers in `source`. */
  build(source: string, target: string): Promise<void>;
  command(target: string): readonly string[];
}

const recipes: readonly Recipe[] = [
  {
    name: "controller-runtime",
    folder: "go",
    toolchain: ["go", "install Go 1.26 or newer"],
    async build(source, target) {
      const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"];
      await output("go", ["build", ...flags, "-o", path.join(target, "peer"), "."], { cwd: source });
    },
    command: (target) => [path.join(target, "peer")],
  },
  {
    name: "kube-rs",
    folder: "rust",
    toolchain: ["cargo", "install Rust 1.88 or newer"],
    async build(source, target) {
      const env = { CARGO_TARGET_DIR: path.join(source, "target") };
      await output("cargo", ["build", "--release", "--quiet"], { cwd: source, env });
      await cp(path.join(source, "target/release/peer"), path.join(target, "peer"));
    },
    command: (target) => [path.join(target, "peer")],
  },
  {
    name: "client-node",
    folder: "js",
    toolchain: ["npm", "install Node.js with npm"],
    async build(source, target) {
      for (const file of ["package.json", "package-lock.json"])
        await cp(path.join(source, file), path.join(target, file));
      await output("npm", ["ci", "--ignore-scripts", "--omit=dev", "--silent"], { cwd: target });
      await bundle({
        input: path.join(source, "main.mjs"),
        platform: "node",
        external: ["@kubernetes/client-node"],
        output: { file: path.join(target, "main.mjs"), format: "esm" },
        logLevel: "silent",
      });
    },
    command: (target) => [process.execPath, "--expose-gc", path.join(target, "main.mjs")],
  },
];

/** Builds every peer that is not in the cache. A peer that cannot be built is skipped, with the first line of the error. */
export async function buildPeers(env: NodeJS.ProcessEnv): Promise<readonly (Peer | SkippedPeer)[]> {
  return await Promise.all(
    recipes.map(async (recipe) => {
      const [program, advice] = recipe.toolchain;
      const { name } = recipe;
      if (!(await isInstalled(program, env))) return { name, reason: `${program} is not installed: ${advice}` };
      try {
        return { name, command: recipe.command(await builtFolder(recipe, env)) };
      } catch (error) {
        return { name, reason: `the build failed: ${String(error).split("\n", 1)[0]}` };
      }
    }),
  );
}

/** The folder with the built peer. Its name contains the hash of the sources, and it is there only when it is complete. */
async function builtFolder({ folder, build }: Recipe, env: NodeJS.ProcessEnv): Promise<string> {
  const sources = path.join(repository, "bench/peers");
  const cache =
    env["KUBEWRIGHT_CACHE"] ?? path.join(env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "kubewright");
  const target = path.join(cache, `peer-${folder}-${await hashOf(sources, folder)}`);
  if (await isAccessible(target, constants.R_OK)) return target;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, ".peer-"));
  try {
    await cp(sources, path.join(work, "peers"), { recursive: true });
    await mkdir(path.join(work, "built"));
    await build(path.join(work, "peers", folder), path.join(work, "built"));
    await rename(path.join(work, "built"), target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function hashOf(sources: string, folder: string): Promise<string> {
  const hash = createHash("sha256");
  const files = await readdir(path.join(sources, folder), { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
  for (const name of [...names.toSorted(), path.join(sources, "stamps.ts")]) hash.update(await readFile(name));
  return hash.digest("hex").slice(0, 16);
}

async function isInstalled(program: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const found = await Promise.all(folders.map((folder) => isAccessible(path.join(folder, program), constants.X_OK)));
  return found.includes(true);
}

async function isAccessible(file: string, mode: number): Promise<boolean> {
  return await access(file, mode).then(
    () => true,
    () => false,
  );
}
