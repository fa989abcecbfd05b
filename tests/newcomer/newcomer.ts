/** A machine without Kubewright, with a package registry on loopback: a home folder, a working folder, and commands in it. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { buildAndPack } from "../../tools/pack/build-and-pack.ts";
import { startPackageRegistry } from "../../tools/registry/package-registry.ts";
import { openTerminal } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

export interface Newcomer extends AsyncDisposable {
  /** The working folder, in which terminals start. */
  readonly folder: string;
  /** The environment of the commands. */
  readonly env: NodeJS.ProcessEnv;
  /** Writes a file into the folder, as an editor would. */
  write(file: string, text: string): Promise<void>;
  /** Opens a terminal in the folder, with additional environment variables. Disposing the newcomer closes it. */
  terminal(env?: Readonly<Record<string, string>>): Terminal;
}

export interface NewcomerOptions {
  /** Its PATH contains the programs of the machine. */
  readonly env: NodeJS.ProcessEnv;
  /** Packs additional releases for the registry from the packages of this release, in a folder, and returns their files. */
  readonly moreReleases?: (packed: readonly string[], folder: string) => Promise<readonly string[]>;
}

/** Builds and packs all packages, and starts a registry with them: about half a minute. The working folder is empty. */
export async function startNewcomer({ env, moreReleases }: NewcomerOptions): Promise<Newcomer> {
  await using stack = new AsyncDisposableStack();
  const home = await createHome(stack);
  const built = await buildAndPack(repository, home);
  const packed = [...built, ...((await moreReleases?.(built, home)) ?? [])];
  const folder = path.join(home, "work");
  await mkdir(folder);
  return await newcomerIn(folder, { home, packed, given: env, stack: stack.move() });
}

/** A newcomer with a clone of this repository after `make setup`: the working folder is the clone, in which nothing is built. */
export async function startNewcomerWithClone({ env }: Pick<NewcomerOptions, "env">): Promise<Newcomer> {
  await using stack = new AsyncDisposableStack();
  const home = await createHome(stack);
  const folder = path.join(home, "kubewright");
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-z"], { cwd: repository, maxBuffer: 2 ** 24 });
  for (const file of stdout.split("\0").filter((each) => each !== "")) {
    await cp(path.join(repository, file), path.join(folder, file), { recursive: true, verbatimSymlinks: true });
  }
  await cp(path.join(repository, "node_modules"), path.join(folder, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return await newcomerIn(folder, { home, packed: [], given: env, stack: stack.move() });
}

async function createHome(stack: AsyncDisposableStack): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), "kubewright-newcomer-"));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  return home;
}

interface Parts {
  readonly home: string;
  readonly packed: readonly string[];
  readonly given: NodeJS.ProcessEnv;
  /** Owned by the newcomer. */
  readonly stack: AsyncDisposableStack;
}

async function newcomerIn(folder: string, { home, packed, given, stack: moved }: Parts): Promise<Newcomer> {
  await using stack = moved;
  const registry = stack.use(await startPackageRegistry({ packed, repository }));
  const env: NodeJS.ProcessEnv = {
    // The Node of this process first, because that of the machine may be older.
    PATH: [path.dirname(process.execPath), given["PATH"] ?? ""].join(path.delimiter),
    HOME: home,
    NO_COLOR: "1",
    npm_config_registry: registry.url,
    npm_config_cache: path.join(home, "npm-cache"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_yes: "true",
  };
  const owned = stack.move();
  return {
    folder,
    env,
    async write(file, text) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    },
    terminal: (more = {}) => owned.use(openTerminal(folder, { ...env, ...more })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
