/** `pods/resize` changes cpu and memory of running containers. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { Container, Pod } from "@kubewright/api/core/v1";
import type { ObjectSubresource } from "../../contracts/subresource.ts";
import { keepField, keepMetadata } from "../keep-fields.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkResize } from "./resize.ts";

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
