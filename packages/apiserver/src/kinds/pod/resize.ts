/** A resize may change cpu and memory of containers and of the Pod, but not remove them. */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath, finish, isDeepEqual } from "@kubewright/apimachinery";
import type { Container, Pod, PodSpec, ResourceRequirements } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { isMirror } from "./annotations.ts";
import { checkAnyPod, wholePod } from "./any-pod.ts";
import type { Quantities } from "./container-resources.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";
import type { ObjectSubresource } from "../../contracts/subresource.ts";
import { keepField, keepMetadata } from "../keep-fields.ts";

const lists = ["containers", "initContainers"] as const;

export const resizeSubresource: ObjectSubresource = {
  type: "object",
  name: "resize",
  verbs: ["get", "patch", "update"],
  strategy: {
    prepareForUpdate: (draft, old) => {
      const pod = draftOf<Pod>(draft);
      const [next, before] = [pod.spec ?? {}, viewOf<Pod>(old).spec ?? {}];
      // Validation rejects added and removed containers, so the Pod is not changed here.
      if (lists.some((list) => (next[list] ?? []).length !== (before[list] ?? []).length)) return;
      keepField(draft, old, "spec");
      keepField(draft, old, "status");
      keepMetadata(draft, old, "labels", "annotations", "finalizers", "ownerReferences");
      const spec = (pod.spec ??= {});
      delete spec.resources;
      if (next.resources !== undefined) spec.resources = next.resources;
      for (const list of lists) {
        const containers = resized(next[list] ?? [], spec[list] ?? []);
        if (containers.length > 0) spec[list] = containers;
      }
    },
    validateUpdate: (object, old) => checkResize(viewOf<Pod>(object), viewOf<Pod>(old)),
  },
};

/** The old containers with their new resources. Returns `next` if the names differ, which validation rejects. */
function resized(next: Draft<Container>[], old: Draft<Container>[]): Draft<Container>[] {
  if (!isDeepEqual(namesOf(next), namesOf(old))) return next;
  return old.map(({ resources: _resources, resizePolicy: _policy, ...rest }, index) => {
    const { resources, resizePolicy } = next[index] ?? {};
    return { ...rest, ...(resources && { resources }), ...(resizePolicy && { resizePolicy }) };
  });
}

function namesOf(containers: readonly View<Container>[]): readonly string[] {
  return containers.map(({ name = "" }) => name);
}

const path = fieldPath("spec");

export function checkResize(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const [next, before] = [pod.spec ?? {}, old.spec ?? {}];
  if (isMirror(old.metadata)) return [field.forbidden(wholePod, "static pods cannot be resized")];
  if (before.os?.name === "windows") return [field.forbidden(wholePod, "windows pods cannot be resized")];
  const errors = [...finish(checkAnyPod(pod))];
  if ((old.status?.qosClass ?? qualityOfServiceOf(before)) !== qualityOfServiceOf(next)) {
    const text = "Pod QOS Class may not change as a result of resizing";
    errors.push(field.invalid(path, pod.status?.qosClass ?? "", text));
  }
  if (!isSupported(old)) errors.push(field.forbidden(path, "Pod running on node without support for resize"));
  if (hasQuantities(before.resources) || hasQuantities(next.resources)) append(errors, checkPodLevel(next, before));
  const order = [...checkOrder(next, before, "containers"), ...checkOrder(next, before, "initContainers")];
  append(errors, order);
  if (order.length > 0) return errors;
  for (const list of ["initContainers", "containers"] as const) append(errors, checkKept(next, before, list));
  append(errors, [...checkContainers(next, before), ...checkInitContainers(next, before)]);
  if (errors.length > 0 || isDeepEqual(withoutResources(next), withoutResources(before))) return errors;
  return [field.forbidden(path, "only cpu and memory resources are mutable")];
}

/** A node that supports resizes reports the resources of running containers. */
function isSupported({ status }: View<Pod>): boolean {
  const running = (status?.containerStatuses ?? []).find(({ state }) => state?.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

function hasQuantities(resources: View<ResourceRequirements> | undefined): boolean {
  return Object.keys({ ...resources?.limits, ...resources?.requests }).length > 0;
}

function checkPodLevel({ resources: next }: View<PodSpec>, { resources: old }: View<PodSpec>): readonly FieldError[] {
  const at = path.child("resources");
  if (old !== undefined && next === undefined) {
    return [field.forbidden(at, "pod-level resources cannot be removed")];
  }
  const errors = (["requests", "limits"] as const)
    .filter((kind) => isRemoved(next?.[kind], old?.[kind]))
    .map((kind) => field.forbidden(at.child(kind), `pod-level resource ${kind} cannot be removed`));
  if (isDeepEqual(fixedPart(next), fixedPart(old))) return errors;
  return [...errors, field.forbidden(path, "only cpu and memory resources are mutable at pod-level")];
}

function isRemoved(next: Quantities = {}, old: Quantities = {}): boolean {
  return Object.keys(old).some((name) => !Object.hasOwn(next, name));
}

function checkOrder(
  next: View<PodSpec>,
  before: View<PodSpec>,
  list: "containers" | "initContainers",
): readonly FieldError[] {
  const [containers, old] = [next[list] ?? [], before[list] ?? []];
  if (containers.length !== old.length) {
    return [field.forbidden(path.child(list), `${list} may not be added or removed on resize`)];
  }
  return containers.flatMap(({ name }, index) => {
    if (name === old[index]?.name) return [];
    return [
      field.forbidden(path.child(list).index(index).child("name"), `${list} may not be renamed or reordered on resize`),
    ];
  });
}

function checkKept(
  next: View<PodSpec>,
  before: View<PodSpec>,
  list: "containers" | "initContainers",
): readonly FieldError[] {
  return (before[list] ?? []).flatMap(({ resources: old }, index) => {
    const { resources } = next[list]?.[index] ?? {};
    const at = path.child(list).index(index).child("resources");
    return (["requests", "limits"] as const)
      .filter((kind) => isRemoved(resources?.[kind], old?.[kind]))
      .map((kind) => field.forbidden(at.child(kind), `resource ${kind} cannot be removed`));
  });
}

function checkContainers(next: View<PodSpec>, before: View<PodSpec>): readonly FieldError[] {
  return (next.containers ?? []).flatMap((container, index) =>
    isSameBut(container, before.containers?.[index])
      ? []
      : [field.forbidden(path, "only cpu and memory resources are mutable")],
  );
}

function checkInitContainers(next: View<PodSpec>, before: View<PodSpec>): readonly FieldError[] {
  return (next.initContainers ?? []).flatMap((container, index) => {
    const at = path.child("initContainers").index(index);
    const old = before.initContainers?.[index];
    const errors: FieldError[] = [];
    if (!isSameBut(container, old)) {
      const text = "only cpu and memory resources for init or sidecar containers are mutable";
      errors.push(field.forbidden(at, text));
    }
    if (container.restartPolicy === "Always" || isDeepEqual(container, old)) return errors;
    const restarting = (container.resizePolicy ?? []).filter(
      ({ restartPolicy }) => restartPolicy === "RestartContainer",
    );
    const text = "non-sidecar init containers with a resize policy of RestartContainer cannot be resized";
    return [...errors, ...restarting.map(() => field.forbidden(at, text))];
  });
}

/** Whether two containers differ only in cpu and memory. */
function isSameBut(container: View<Container>, old: View<Container> | undefined): boolean {
  const { resources, ...rest } = container;
  const { resources: oldResources, ...oldRest } = old ?? {};
  // kube-apiserver drops the claims of the new container here, so containers with claims cannot be resized.
  const hasClaims = (oldResources?.claims ?? []).length > 0;
  return !hasClaims && isDeepEqual(rest, oldRest) && isDeepEqual(fixedPart(resources), fixedPart(oldResources));
}

/** Resources other than cpu and memory. */
function fixedPart(resources: View<ResourceRequirements> | undefined): unknown {
  const { limits = {}, requests = {} } = resources ?? {};
  return { limits: withoutResizable(limits), requests: withoutResizable(requests) };
}

function withoutResizable(quantities: Quantities): Quantities {
  return Object.fromEntries(Object.entries(quantities).filter(([name]) => name !== "cpu" && name !== "memory"));
}

function withoutResources(spec: View<PodSpec>): unknown {
  const { containers, initContainers, resources: _resources, ...rest } = spec;
  const bare = ({ resources: _own, ...container }: View<Container>): unknown => container;
  return { ...rest, containers: (containers ?? []).map(bare), initContainers: (initContainers ?? []).map(bare) };
}
