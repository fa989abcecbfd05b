/** `pods/binding` and its older form `bindings`, by which a scheduler assigns a Pod to a node. */
import type { FieldError, ObjectKey } from "@kubewright/apimachinery";
import {
  badRequest,
  conflict,
  field,
  fieldPath,
  formatFieldErrors,
  notFound,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { Binding, Pod } from "@kubewright/api/core/v1";
import { definitionOf, schemaOfKind } from "@kubewright/api-facts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { ServedResource } from "../../contracts/strategy.ts";
import { assertStoragePreconditions } from "../../writes/preconditions.ts";
import type { ActionSubresource } from "../../contracts/subresource.ts";
import { structDecoder } from "../decode/struct-decoder.ts";
import { decodeObject } from "../generic/decode-and-complete.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { setPodCondition } from "./pod-condition.ts";
import { checkRequired } from "../field-checks.ts";

const pods = { group: "", resource: "pods" } as const;
const namespaces = { group: "", resource: "namespaces" } as const;

export const bindingSubresource: ActionSubresource = {
  type: "action",
  name: "binding",
  gvk: { group: "", version: "v1", kind: "Binding" },
  emptyFields: { target: {} },
  verbs: ["create"],
  check: checkBinding,
  run: bindPod,
};

/** `bindings`: the name of the Pod is in the body. */
export function bindingsResource(): ServedResource {
  const gvk = { group: "", version: "v1", kind: "Binding" };
  const definitionName = (): string => definitionOf(gvk) ?? "";
  return {
    group: "",
    plural: "bindings",
    singular: "binding",
    kind: "Binding",
    listKind: "BindingList",
    namespaced: true,
    verbs: ["create"],
    versions: [
      {
        name: "v1",
        // A getter: the start of a server does not need it.
        get definitionName() {
          return definitionName();
        },
        schema: () => schemaOfKind(gvk),
      },
    ],
    storage: { key: "bindings", apiVersion: "v1", kind: "Binding" },
    custom: false,
    strategy: {
      hasStatus: false,
      tracksGeneration: false,
      decode: (value, _version, source) => decodeObject(value, structDecoder(definitionName()), gvk, source),
    },
    review: bindNamedPod,
  };
}

function bindNamedPod(body: ApiObject, context: RequestContext): ApiObject {
  const { name, namespace = "" } = body.metadata;
  delete body.metadata.uid; // The subresource keeps the uid.
  if (!context.read.has(namespaces, { name: namespace })) throw notFound(namespaces, namespace);
  checkTarget(viewOf<Binding>(body));
  if (name === undefined) throw badRequest("Name parameter required.");
  const pod = context.read.get(pods, { namespace, name });
  if (pod === undefined) throw notFound(pods, name);
  return bindPod(body, pod, context);
}

function bindPod(body: ApiObject, parent: ReadonlyObject, context: RequestContext): ApiObject {
  const binding = draftOf<Binding>(body);
  const name = parent.metadata.name ?? "";
  assertNamed(body, parent, context);
  assertBindable(viewOf<Pod>(parent), name);
  if (!context.dryRun) {
    const namespace = parent.metadata.namespace;
    const key = namespace === undefined ? { name } : { namespace, name };
    const written = context.write.update(pods, key, (draft) => assign(draftOf<Pod>(draft), binding, context));
    if (written === undefined) throw notFound(pods, name);
  }
  return { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success", code: 201 };
}

/** The storage location of Pods, for the message of a failed precondition. */
const storedPods = { custom: false, group: pods.group, plural: pods.resource, storage: {} } as const;

/** A Binding may name the uid and the version of its Pod. */
function assertNamed({ metadata }: ApiObject, pod: ReadonlyObject, { dryRun }: RequestContext): void {
  const { name = "", namespace = "" } = pod.metadata;
  assertStoragePreconditions({ resource: storedPods, namespace, name, dryRun }, metadata, pod);
}

function checkBinding(body: ReadonlyObject, { name }: ObjectKey): void {
  if (body.metadata.name !== name) throw badRequest("name in URL does not match name in Binding object");
  checkTarget(viewOf<Binding>(body));
}

function checkTarget(binding: View<Binding>): void {
  const { kind = "", name = "" } = binding.target ?? {};
  const errors: readonly FieldError[] = [
    ...(kind !== "" && kind !== "Node"
      ? [field.notSupported(fieldPath("target", "kind"), kind, ["Node", "<empty>"])]
      : []),
    ...checkRequired(name, fieldPath("target", "name")),
  ];
  if (errors.length > 0) throw unclassifiedError(formatFieldErrors(errors));
}

function assertBindable(pod: View<Pod>, name: string): void {
  const fail = (why: string): never => {
    throw conflict({ group: "", resource: "pods/binding" }, name, why);
  };
  if (pod.metadata?.deletionTimestamp !== undefined) fail(`pod ${name} is being deleted, cannot be assigned to a host`);
  const node = pod.spec?.nodeName;
  if (node !== undefined) fail(`pod ${name} is already assigned to node "${node}"`);
  if ((pod.spec?.schedulingGates ?? []).length > 0) fail(`pod ${name} has non-empty .spec.schedulingGates`);
}

function assign(pod: Draft<Pod>, binding: Draft<Binding>, context: RequestContext): void {
  const spec = (pod.spec ??= {});
  spec.nodeName = binding.target?.name ?? "";
  const metadata = (pod.metadata ??= {});
  for (const map of ["annotations", "labels"] as const) {
    const given = binding.metadata?.[map];
    if (given !== undefined) metadata[map] = { ...metadata[map], ...given };
  }
  const status = (pod.status ??= {});
  delete status.nominatedNodeName;
  const isScheduled = (status.conditions ?? []).some((each) => each.type === "PodScheduled" && each.status === "True");
  if (!isScheduled) setPodCondition(pod, { type: "PodScheduled", status: "True" }, context.clock.wallTime());
}
