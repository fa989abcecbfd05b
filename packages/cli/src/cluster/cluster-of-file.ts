/** Finds out whether the cluster that a kubeconfig names is running. */
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { CommandError } from "../io.ts";
import { isAlive } from "./is-alive.ts";
import { readOwnKubeconfig } from "./own-kubeconfig.ts";
import type { OwnKubeconfig } from "./own-kubeconfig.ts";

export type ClusterOfFile =
  | { readonly kind: "absent" }
  /** The file of another program, or one that another program has changed. */
  | { readonly kind: "foreign" }
  /** The cluster has ended without removing the file, for example because its process was killed. */
  | { readonly kind: "ended"; readonly text: string; readonly cluster: OwnKubeconfig }
  /** The process exists and the server has not answered in time: it is busy or stopped. */
  | { readonly kind: "silent"; readonly text: string; readonly cluster: OwnKubeconfig }
  | { readonly kind: "running"; readonly text: string; readonly cluster: OwnKubeconfig };

/** @throws {CommandError} if the path is not a regular file; the error of the file system if the file exists and cannot be read. */
export async function clusterOfFile(file: string, clock: Clock): Promise<ClusterOfFile> {
  const text = await textOfFile(file);
  if (text === undefined) return { kind: "absent" };
  const cluster = await readOwnKubeconfig(text);
  if (!cluster) return { kind: "foreign" };
  if (!isOfThisMachine(cluster.server)) return { kind: "foreign" }; // It may have come with a repository.
  return { kind: await stateOf(text, cluster, clock), text, cluster };
}

/** A kubeconfig with several clusters and certificates has a few KiB. */
const textBytesMax = 1024 * 1024;

/** The content of a file; `undefined` if it does not exist. A pipe or a device, which could block or never end, is not read. */
export async function textOfFile(file: string): Promise<string | undefined> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK); // The open of a pipe would wait for a writer.
    const stat = await handle.stat();
    if (!stat.isFile() && !stat.isDirectory()) {
      throw new CommandError(`Cannot read "${file}": it is not a regular file: choose another file with --kubeconfig`);
    }
    if (stat.size > textBytesMax) {
      throw new CommandError(
        `Cannot read "${file}": it has ${stat.size} bytes, and a kubeconfig at most ${textBytesMax}`,
      );
    }
    return await readFile(file, "utf8"); // Unlike those of the handle, its errors name the file.
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the host of an address is loopback or an interface of this machine. */
function isOfThisMachine(server: string): boolean {
  const host = URL.parse(server)?.hostname.replaceAll(/[[\]]/gu, "");
  if (host === undefined) return false;
  if (host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

/** A cluster on this machine that needs longer for this answer is busy or stopped. */
const answersWithinMs = 5_000;

/** The server runs if it accepts the token of this run. Another server has another certificate or other tokens. */
async function stateOf(
  kubeconfig: string,
  { runToken, processId }: OwnKubeconfig,
  clock: Clock,
): Promise<"running" | "silent" | "ended"> {
  const { configFromKubeconfig, createTransportFor } = await import("@kubewright/client");
  using deadline = deadlineSignal(clock, answersWithinMs);
  try {
    const { credentials: _, ...config } = await configFromKubeconfig(kubeconfig, { clock });
    await using transport = createTransportFor(config, { clock });
    const headers = { authorization: `Bearer ${runToken}` };
    const { status } = await transport.request({ method: "GET", path: "/readyz", headers, signal: deadline.signal });
    return status === 200 ? "running" : "ended";
  } catch {
    return deadline.signal.aborted && isAlive(processId) ? "silent" : "ended"; // Or nothing listens there, or another program.
  }
}
