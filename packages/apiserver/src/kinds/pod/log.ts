/**
 * `pods/log` as far as it can be answered without a node: which container is meant, and that nothing was written yet. Logs of a
 * Pod on a node are not served: they answer with an error that says so.
 */
import { badRequest, serviceUnavailable } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { ConnectSubresource } from "../../registry/subresource.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

export const logSubresource: ConnectSubresource = {
  type: "connect",
  name: "log",
  gvk: { group: "", version: "v1", kind: "Pod" },
  verbs: ["get"],
  connect: async ({ query }, parent) => {
    const pod = viewOf<Pod>(parent);
    const name = parent.metadata.name ?? "";
    assertContainer(pod, name, query.get("container") ?? "");
    const node = pod.spec?.nodeName;
    if (node === undefined) return { status: 204, contentType: "text/plain", body: new Uint8Array() };
    throw serviceUnavailable(`Cannot read the log of pod "${name}": this server has no connection to node "${node}"`);
  },
};

function assertContainer(pod: View<Pod>, name: string, container: string): void {
  const names = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])].map((each) => each.name ?? "");
  if (container !== "") {
    if (!names.includes(container)) throw badRequest(`container ${container} is not valid for pod ${name}`);
    return;
  }
  if ((pod.spec?.containers ?? []).length === 1) return;
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`);
}
