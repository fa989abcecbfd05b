// A real etcd and kube-apiserver for as long as they are needed, as a connection. Those of envtest: what it turns off there, the
// plug-in that asks for service accounts, has no part in what a server publishes.

import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Connection } from "./connection.ts";
import { connectUrl } from "./connection.ts";

/** A server of our own; disposing it ends its processes and removes its data. */
export interface RunningServer extends Connection, AsyncDisposable {}

/**
 * Starts the programs `etcd` and `kube-apiserver` of the folder and resolves when the API server says it is ready. Without a
 * folder they are found as envtest finds them, by KUBEBUILDER_ASSETS.
 */
export async function startServer(folder?: string): Promise<RunningServer> {
  const controlPlane = await startRealControlPlane({
    clock: createSystemClock(),
    random: createSystemRandom(),
    // A folder that was named has the last word: no variable puts other programs in the place of its own.
    ...(folder !== undefined && { assets: folder, env: {} }),
  });
  const { get } = connectUrl(controlPlane.server, { ca: controlPlane.caCertificate, token: controlPlane.token });
  return { get, [Symbol.asyncDispose]: () => controlPlane[Symbol.asyncDispose]() };
}
