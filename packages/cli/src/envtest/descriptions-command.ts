/** `kubewright envtest descriptions`: saves the descriptions of built-in types that a kube-apiserver publishes, for `kubectl explain`. */
import { decodeJson, isJsonObject } from "@kubewright/apimachinery";
import { collectTypeDescriptions } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { openClient } from "../cluster/open-client.ts";
import type { ClusterFlags } from "../definitions/cluster-definitions.ts";
import { namesCluster } from "../definitions/cluster-definitions.ts";
import { saveDescriptions } from "../descriptions/descriptions-file.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/** The document has about 5 MB, and more on clusters with hundreds of CRDs. */
const documentBytesMax = 64 * 1024 * 1024;

/**
 * Reads from the cluster that the flags name; by default from the kube-apiserver of installed binaries, which runs for some seconds.
 *
 * @throws {CommandError} if the server publishes no descriptions; `EnvironmentError` if no binaries are installed; `ConfigError` and `TransportError`
 * if the cluster cannot be reached.
 */
export async function runDescriptions(flags: ClusterFlags, io: Io, signals: SignalSource): Promise<void> {
  using stop = stopOnSignals(signals);
  await using server = await serverOf(flags, io, stop.signal);
  const document = await openApiDocument(server.transport, stop.signal);
  const types = collectTypeDescriptions(document);
  const count = Object.values(types).filter(({ description }) => description !== undefined).length;
  if (count === 0) {
    throw new CommandError("Cannot save descriptions: the server publishes no descriptions of built-in types");
  }
  const version = versionOf(document);
  const file = await saveDescriptions(version, types, io.env);
  io.out(`Saved the descriptions of ${count} types of Kubernetes ${version} to ${file}\n`);
  io.out("kubectl explain prints them on clusters of kubewright that start from now on.\n");
}

async function serverOf(
  flags: ClusterFlags,
  io: Io,
  signal: AbortSignal,
): Promise<AsyncDisposable & { readonly transport: Transport }> {
  const clock = createSystemClock();
  if (namesCluster(flags) || flags.kubeconfig !== undefined) return openClient(flags, { io, clock });
  return startRealControlPlane({ clock, random: createSystemRandom(), env: io.env, signal });
}

async function openApiDocument(transport: Transport, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: "application/json" };
  const response = await transport.request({ method: "GET", path: "/openapi/v2", headers, signal });
  const text = await readText(response, { limitBytes: documentBytesMax });
  if (response.status === 200) return decodeJson(text).value;
  throw new CommandError(`Cannot read /openapi/v2 of the server: the status is ${response.status}, must be 200`);
}

function versionOf(document: unknown): string {
  const info = isJsonObject(document) ? document["info"] : undefined;
  const version = isJsonObject(info) ? info["version"] : undefined;
  return typeof version === "string" ? version : "unknown";
}
