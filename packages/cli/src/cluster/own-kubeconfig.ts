/**
 * The kubeconfigs that Kubewright writes for its clusters. An extension of the cluster entry has the process and a digest of the address and the
 * credentials. So a kubeconfig with other clusters, or with credentials that another program has changed, is never replaced or removed. The digest
 * does not contain the namespace, which `kubectl config set-context` changes.
 */
import { createHash } from "node:crypto";
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

export interface OwnKubeconfig {
  /** The URL of the cluster. */
  readonly server: string;
  /** The process that runs the cluster. */
  readonly processId: number;
  /** Identifies the run of the cluster. The server accepts this token only until that process ends; its user has no rights. */
  readonly runToken: string;
}

const extensionName = "kubewright.dev/cluster";

/** The name of the cluster and the context in a kubeconfig of the embedded server. */
const ownName = "kubewright";

/** Adds the extension to a kubeconfig of the embedded server. */
export function markKubeconfig(text: string, run: Pick<OwnKubeconfig, "processId" | "runToken">): string {
  const config = JSON.parse(text) as JsonObject; // Written by the embedded server.
  const parts = partsOf(config);
  if (!parts)
    throw new Error("the kubeconfig of the embedded server does not have one cluster, one user and one context");
  const extension = { ...run, digest: digestOf(parts, run) };
  const cluster = { ...parts.cluster, extensions: [{ name: extensionName, extension }] };
  return `${JSON.stringify({ ...config, clusters: [{ name: ownName, cluster }] }, undefined, 2)}\n`;
}

/** The description of the cluster if Kubewright has written this kubeconfig; otherwise `undefined`. */
export async function readOwnKubeconfig(text: string): Promise<OwnKubeconfig | undefined> {
  if (!text.includes(extensionName)) return undefined;
  const parts = partsOf(await parsed(text));
  const extension = parts && extensionOf(parts.cluster);
  if (!parts || !extension) return undefined;
  const { processId, runToken, digest } = extension;
  const { server } = parts.cluster;
  if (!isProcessId(processId) || typeof runToken !== "string" || typeof server !== "string") return undefined;
  return digest === digestOf(parts, { processId, runToken }) ? { server, processId, runToken } : undefined;
}

/** Numbers below 2 name the first process of the system, or groups of processes. */
function isProcessId(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 1;
}

async function parsed(text: string): Promise<unknown> {
  const { parseManifests } = await import("../manifests/parse-manifests.ts");
  try {
    const [config] = parseManifests({ origin: "a kubeconfig", text }, "read");
    return config;
  } catch {
    return undefined; // Not a kubeconfig, so the file of another program.
  }
}

interface Parts {
  readonly cluster: JsonObject;
  readonly user: JsonObject;
}

/** The cluster and the user of a kubeconfig that has only these two, and one context. */
function partsOf(config: unknown): Parts | undefined {
  if (!isJsonObject(config)) return undefined;
  const [cluster, user, context] = [only(config["clusters"]), only(config["users"]), only(config["contexts"])];
  if (cluster?.["name"] !== ownName || context?.["name"] !== ownName || !user) return undefined;
  const [address, credentials] = [cluster["cluster"], user["user"]];
  return isJsonObject(address) && isJsonObject(credentials) ? { cluster: address, user: credentials } : undefined;
}

function only(list: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonArray(list) || list.length !== 1) return undefined;
  const [entry] = list;
  return isJsonObject(entry) ? entry : undefined;
}

function extensionOf({ extensions }: JsonObject): JsonObject | undefined {
  const entry = only(extensions);
  const extension = entry?.["name"] === extensionName ? entry["extension"] : undefined;
  return isJsonObject(extension) ? extension : undefined;
}

function digestOf(
  { cluster, user }: Parts,
  { processId, runToken }: Pick<OwnKubeconfig, "processId" | "runToken">,
): string {
  const { extensions: _, ...address } = cluster;
  const content = [address, user].map((part) => Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256")
    .update(JSON.stringify([content, processId, runToken]))
    .digest("hex");
}
