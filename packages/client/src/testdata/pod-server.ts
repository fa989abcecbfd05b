// An embedded API server with one Pod, whose containers a test implements.

import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer, NodeProxy } from "@kubewright/apiserver";
import type { ResourceType } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";

export interface PodServer extends AsyncDisposable {
  readonly server: ApiServer;
  readonly client: Client;
  readonly key: { readonly namespace: string; readonly name: string };
}

const nodes: ResourceType = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };
const pods: ResourceType = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

/** Starts a server with the Pod `default/web`, which has the containers `main` and `side` on the Node `n1`. */
export async function startPodServer(nodeProxy: NodeProxy): Promise<PodServer> {
  const server = createApiServer({ disableAdmissionPlugins: ["ServiceAccount"], nodeProxy });
  const client = createClient({ transport: server.transport() });
  const key = { namespace: "default", name: "web" };
  const containers = ["main", "side"].map((name) => ({ name, image: "x" }));
  await client.raw.create(nodes, {}, JSON.stringify({ metadata: { name: "n1" } }));
  await client.raw.create(pods, key, JSON.stringify({ metadata: key, spec: { nodeName: "n1", containers } }));
  return { server, client, key, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
