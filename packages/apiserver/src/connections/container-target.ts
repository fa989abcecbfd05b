// Finds the container of a request to `pods/log`, `exec` or `attach`, with the errors of kube-apiserver.
import { badRequest, notFound } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { View } from "../kinds/typed.ts";
import { viewOf } from "../kinds/typed.ts";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { ConnectRequest } from "../contracts/subresource.ts";
import type { ContainerTarget } from "./node-proxy.ts";

/**
 * The named container, or the only one of the Pod. `undefined`: the Pod has no node yet.
 *
 * @throws {ApiError} 400 for a container that the Pod does not have, 404 for a node that does not exist.
 */
export function targetOf(
  pod: ReadonlyObject,
  named: string,
  { context, request }: { readonly context: RequestContext; readonly request: ConnectRequest },
): ContainerTarget | undefined {
  const { containers = [], initContainers = [], ephemeralContainers = [], nodeName } = viewOf<Pod>(pod).spec ?? {};
  const name = pod.metadata.name ?? "";
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((each) => each.name ?? "");
  const [only = "", ...others] = containers.map((each) => each.name ?? "");
  if (named === "" && others.length > 0) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`);
  }
  if (named !== "" && !names.includes(named)) throw badRequest(`container ${named} is not valid for pod ${name}`);
  if (nodeName === undefined || nodeName === "") return undefined;
  const nodes = { group: "", resource: "nodes" };
  // A kube-apiserver reports the name of the missing node as that of a Pod.
  if (!context.read.has(nodes, { name: nodeName })) throw notFound({ group: "", resource: "pods" }, nodeName);
  const container = named === "" ? only : named;
  return {
    pod,
    container,
    node: nodeName,
    async ended(signal) {
      while (!signal.aborted && isRunning(pod, container, context)) await request.nextWrite(signal);
    },
  };
}

/** 400: the Pod has no node yet. */
export function noHostError(pod: ReadonlyObject): Error {
  return badRequest(`pod ${pod.metadata.name ?? ""} does not have a host assigned`);
}

/** Whether the container has not terminated. */
function isRunning({ metadata }: ReadonlyObject, container: string, { read }: RequestContext): boolean {
  const { name = "", namespace = "", uid } = metadata;
  const now = read.get({ group: "", resource: "pods" }, { namespace, name });
  if (now === undefined || now.metadata.uid !== uid) return false;
  const { status = {} } = viewOf<Pod>(now);
  if (status.phase === "Succeeded" || status.phase === "Failed") return false;
  return statusesOf(status).find((each) => each.name === container)?.state?.terminated === undefined;
}

type PodStatus = NonNullable<View<Pod>["status"]>;

function statusesOf(status: PodStatus): NonNullable<PodStatus["containerStatuses"]> {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status;
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
}
