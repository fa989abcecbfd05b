/** Updates of Pods that are bound to a node, for the plugins that compare them with the node. */
import type { Node, Pod } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid } from "./forbid.ts";

const nodes = { group: "", resource: "nodes" } as const;

/** The Pod before and after an update of its spec. Returns `undefined` for other requests, and for a Pod without a node. */
export function boundPodUpdate(
  { operation, resource, object, oldObject, subresource }: AdmissionAttributes,
  subresources: readonly string[],
): { readonly pod: View<Pod>; readonly old: View<Pod> } | undefined {
  if (operation !== "UPDATE" || resource.group !== "" || resource.resource !== "pods") return undefined;
  if (!subresources.includes(subresource) || object === undefined || oldObject === undefined) return undefined;
  const [pod, old] = [viewOf<Pod>(object), viewOf<Pod>(oldObject)];
  const isChanged = pod.metadata?.generation !== old.metadata?.generation;
  return isChanged && (pod.spec?.nodeName ?? "") !== "" ? { pod, old } : undefined;
}

/** @throws {ApiError} 403 if the node does not exist. */
export function nodeOf({ spec }: View<Pod>, attributes: AdmissionAttributes, { read }: RequestContext): View<Node> {
  const name = spec?.nodeName ?? "";
  const node = read.get(nodes, { name });
  if (node === undefined) throw forbid(attributes, `node ${JSON.stringify(name)} not found`);
  return viewOf<Node>(node);
}
