/** The kubeconfig of a cluster that a command starts: a file that only its owner can read, and that is removed when the cluster ends. */
import { link, lstat, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Listener } from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import { createFolder } from "@kubewright/gen";
import { CommandError } from "../io.ts";
import { clusterOfFile, textOfFile } from "./cluster-of-file.ts";
import { markKubeconfig, readOwnKubeconfig } from "./own-kubeconfig.ts";

/** Relative to the current folder. */
export const defaultKubeconfig = ".kubewright/kubeconfig";

/** A cluster that starts has its kubeconfig sooner. Files of this age are remains of processes that were killed. */
const remainsAgeMs = 600_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

export interface KubeconfigFile extends AsyncDisposable {
  readonly path: string;
  /**
   * Writes the kubeconfig of an administrator of the cluster.
   *
   * @throws {CommandError} if another process has created the file meanwhile.
   */
  write(listener: Listener): Promise<void>;
}

/**
 * Reserves the file before the cluster is started: checks that it may be written, and that no cluster uses it. The folder is created with mode 0700 if
 * necessary, the file with mode 0600. Disposing removes the file, unless another program has changed or replaced it.
 *
 * @throws {CommandError} if the file belongs to another program or a running cluster; the error of the file system if it cannot be written.
 */
export async function reserveKubeconfig(
  file: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<KubeconfigFile> {
  const found = await clusterOfFile(file, clock);
  if (found.kind === "foreign") throw foreign(file);
  if (found.kind === "running" || found.kind === "silent") {
    throw new CommandError(
      `Cannot start the cluster: the one of "${file}" is running at ${found.cluster.server} (process ${found.cluster.processId}): use it, stop it with "kubewright cluster stop", or choose another file with --kubeconfig`,
    );
  }
  createFolder(path.dirname(file), { mode: 0o700 });
  await removeRemains(file, clock.wallTime());
  const fresh = `${file}.${random.uuid()}`;
  await writeFile(fresh, "", { mode: 0o600, flag: "wx" });
  let runToken: string | undefined;
  return {
    path: file,
    async write(listener) {
      runToken = runTokenOf(listener);
      await writeFile(fresh, markKubeconfig(listener.kubeconfig(), { processId: process.pid, runToken }));
      if (found.kind === "ended") await removeIf(file, `${fresh}.old`, (text) => text === found.text);
      await publish(fresh, file);
    },
    async [Symbol.asyncDispose]() {
      await rm(fresh, { force: true });
      const text = runToken === undefined ? undefined : await textOfFile(file);
      if (text === undefined || (await readOwnKubeconfig(text))?.runToken !== runToken) return;
      await removeIf(file, `${fresh}.old`, (current) => current === text);
    },
  };
}

/** Removes the files of `reserveKubeconfig` whose process was killed before its cluster was ready. */
async function removeRemains(file: string, now: number): Promise<void> {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file)}.`;
  const names = await readdir(folder).catch(() => []); // A folder may be writable and not readable.
  for (const name of names) {
    if (!name.startsWith(prefix) || !uuid.test(name.slice(prefix.length))) continue;
    const found = await lstat(path.join(folder, name)).catch(() => undefined); // Another process may remove it.
    if (found?.isFile() && now - found.mtimeMs > remainsAgeMs) await rm(path.join(folder, name), { force: true });
  }
}

/** A token that the server accepts until it ends, of a user without rights. */
function runTokenOf(listener: Listener): string {
  const user = { name: "kubewright:cluster", groups: ["system:authenticated"] };
  const { users } = JSON.parse(listener.kubeconfig(user)) as {
    readonly users: readonly { readonly user: { readonly token: string } }[];
  };
  const [entry] = users;
  if (!entry) throw new Error("the kubeconfig of the embedded server has no user");
  return entry.user.token;
}

/** Gives a complete file its name, unless the name is in use. */
async function publish(fresh: string, file: string): Promise<void> {
  try {
    await link(fresh, file);
  } catch (error) {
    switch (codeOf(error)) {
      case "EEXIST":
        throw foreign(file);
      case "EPERM":
      case "ENOTSUP":
      case "ENOSYS":
        return rename(fresh, file); // This file system has no hard links.
      default:
        throw error;
    }
  }
  await rm(fresh);
}

/** Removes a file with this content. Another file, which another process has put in its place meanwhile, is put back. */
async function removeIf(file: string, aside: string, matches: (text: string) => boolean): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (!matches(await readFile(aside, "utf8"))) await link(aside, file);
  await rm(aside);
}

function foreign(file: string): CommandError {
  return new CommandError(
    `Cannot write "${file}": it exists, and Kubewright has not written it or another program has changed it: remove it, or choose another file with --kubeconfig`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
