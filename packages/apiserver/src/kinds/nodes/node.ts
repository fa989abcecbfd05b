/** Nodes: https://kubernetes.io/docs/concepts/architecture/nodes/ */
import type { Work } from "@kubewright/apimachinery";
import { fieldPath, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type { Node } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { prefixWarnings } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkNode, checkNodeChange } from "./node-checks.ts";

/** Nodes, whose kubelets the subresource `proxy` reaches. */
export function nodeKind(proxy: Subresource): BuiltinKind {
  return { ...node, subresources: [proxy] };
}

const node: BuiltinKind = builtinKind<Node>({
  group: "",
  plural: "nodes",
  storagePrefix: "minions",
  metadataChecks: { wholeOnUpdate: true },
  // A kubelet registers its node with a status.
  keepsStatusOnCreate: true,
  fields: {
    labels: ["spec.unschedulable"],
    valuesOf: (object) => ({ "spec.unschedulable": String(object.spec?.unschedulable ?? false) }),
  },
  defaults: (draft) => {
    defaultAllocatable(draft);
    matchPodCidrs(draft);
  },
  prepareForCreate: (draft) => {
    delete draft.spec?.configSource;
    delete draft.status?.config;
  },
  prepareForUpdate: (draft, old) => {
    if (old.spec?.configSource === undefined) delete draft.spec?.configSource;
  },
  validate: (object) => checkNode(object),
  validateUpdate: (object, old) => joinedInSteps([() => checkNode(object), () => checkNodeChange(object, old)]),
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  status: {
    prepareForUpdate: (draft, old) => {
      if (old.status?.config === undefined) delete draft.status?.config;
    },
    validateUpdate: (object, old) => checkNodeChange(object, old),
  },
  cells: (object) => {
    const info = object.status?.nodeInfo ?? {};
    const architecture = (info.architecture ?? "") === "" ? "" : ` (${info.architecture})`;
    return {
      Status: nodeStatus(object),
      Roles: nodeRoles(object),
      Version: info.kubeletVersion ?? "",
      "Internal-IP": addressOf(object, "InternalIP"),
      "External-IP": addressOf(object, "ExternalIP"),
      "OS-Image": orUnknown(info.osImage),
      "Kernel-Version": orUnknown(info.kernelVersion) + architecture,
      "Container-Runtime": orUnknown(info.containerRuntimeVersion),
    };
  },
});

/** Defaults `allocatable` to `capacity`. */
function defaultAllocatable(draft: ApiObject): void {
  const { status } = draftOf<Node>(draft);
  if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
}

/** `podCIDR` is the first item of `podCIDRs`, and takes precedence. */
function matchPodCidrs(draft: ApiObject): void {
  const { spec } = draftOf<Node>(draft);
  if (spec === undefined) return;
  const { podCIDR = "", podCIDRs: [first] = [] } = spec;
  if (podCIDR !== "" && first !== podCIDR) spec.podCIDRs = [podCIDR];
  else if (podCIDR === "" && first !== undefined) spec.podCIDR = first;
}

function warnings(object: ReadonlyObject): Work<readonly string[]> {
  const { configSource, externalID = "", podCIDRs = [] } = viewOf<Node>(object).spec ?? {};
  return joinedInSteps([
    () => (configSource === undefined ? [] : ["spec.configSource: the feature is removed"]),
    () => (externalID === "" ? [] : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
    () => flatMapInSteps(podCIDRs, (cidr, index) => prefixWarnings(cidr, fieldPath("spec", "podCIDRs").index(index))),
  ]);
}

function nodeStatus(node: View<Node>): string {
  const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
  const text = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return node.spec?.unschedulable === true ? `${text},SchedulingDisabled` : text;
}

const rolePrefix = "node-role.kubernetes.io/";

function nodeRoles(object: ReadonlyObject): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(object.metadata.labels ?? {})) {
    if (key.startsWith(rolePrefix) && key !== rolePrefix) roles.add(key.slice(rolePrefix.length));
    if (key === "kubernetes.io/role" && value !== "") roles.add(value);
  }
  return roles.size === 0 ? "<none>" : [...roles].toSorted().join(",");
}

function addressOf(node: View<Node>, wanted: string): string {
  return node.status?.addresses?.find(({ type }) => type === wanted)?.address ?? "<none>";
}

function orUnknown(text: string | undefined): string {
  return text === undefined || text === "" ? "<unknown>" : text;
}
