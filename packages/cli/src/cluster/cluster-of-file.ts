/** Finds out whether the cluster that a kubeconfig names is running. */
import { readFile } from "node:fs/promises";
import { deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { readOwnKubeconfig } from "./own-kubeconfig.ts";
import type { OwnKubeconfig } from "./own-kubeconfig.ts";

export type ClusterOfFile =
  | { readonly kind: "absent" }
  /** The file of another program, or one that another program has changed. */
  | { readonly kind: "foreign" }
  /** The cluster has ended without removing the file, for example because its process was killed. */
  | { readonly kind: "ended"; readonly text: string }
  | { readonly kind: "running"; readonly text: string; readonly cluster: OwnKubeconfig };

/** @throws the error of the file system if the file exists and cannot be read. */
export async function clusterOfFile(file: string, clock: Clock): Promise<ClusterOfFile> {
  const text = await textOfFile(file);
  if (text === undefined) return { kind: "absent" };
  const cluster = await readOwnKubeconfig(text);
  if (!cluster) return { kind: "foreign" };
  return (await isRunning(text, cluster, clock)) ? { kind: "running", text, cluster } : { kind: "ended", text };
}

/** The content of a file; `undefined` if it does not exist. */
export async function textOfFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A cluster on loopback that needs longer for this answer has stopped. */
const answersWithinMs = 5_000;

/** Whether the server at the address accepts the token of this run. Another server has another certificate or other tokens. */
async function isRunning(kubeconfig: string, { runToken }: OwnKubeconfig, clock: Clock): Promise<boolean> {
  const { configFromKubeconfig, createTransportFor } = await import("@kubewright/client");
  using deadline = deadlineSignal(clock, answersWithinMs);
  try {
    const { credentials: _, ...config } = await configFromKubeconfig(kubeconfig, { clock });
    await using transport = createTransportFor(config, { clock });
    const headers = { authorization: `Bearer ${runToken}` };
    const { status } = await transport.request({ method: "GET", path: "/readyz", headers, signal: deadline.signal });
    return status === 200;
  } catch {
    return false; // Nothing listens there, or another program.
  }
}
