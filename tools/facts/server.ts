// A connection to a temporary etcd and kube-apiserver, started by envtest. The admission plugin that it disables,
// ServiceAccount, does not affect what a server publishes.

import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Connection } from "./connection.ts";
import { connectUrl } from "./connection.ts";

/** A started server. Disposing it ends its processes and removes its data. */
export interface RunningServer extends Connection, AsyncDisposable {}

/**
 * Starts the programs `etcd` and `kube-apiserver` of the folder and resolves when the API server is ready. Without a
 * folder, envtest finds them by KUBEBUILDER_ASSETS.
 */
export async function startServer(folder?: string): Promise<RunningServer> {
  const controlPlane = await startRealControlPlane({
    clock: createSystemClock(),
    random: createSystemRandom(),
    // A given folder has precedence over environment variables.
    ...(folder !== undefined && { assets: folder, env: {} }),
  });
  const { get } = connectUrl(controlPlane.server, { ca: controlPlane.caCertificate, token: controlPlane.token });
  return { get, [Symbol.asyncDispose]: () => controlPlane[Symbol.asyncDispose]() };
}
