/** `pods/ephemeralcontainers` adds containers for debugging to a Pod. Existing ones do not change. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, finish, isDeepEqual } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { ObjectSubresource } from "../../contracts/subresource.ts";
import { keepField, keepMetadata } from "../keep-fields.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { isMirror } from "./annotations.ts";
import { checkAnyPod, wholePod } from "./any-pod.ts";
import { dropGatedFields } from "./gated-fields.ts";
import { checkAnnotations } from "./update.ts";

const path = fieldPath("spec", "ephemeralContainers");

export const ephemeralContainersSubresource: ObjectSubresource = {
  type: "object",
  name: "ephemeralcontainers",
  verbs: ["get", "patch", "update"],
  strategy: {
    prepareForUpdate: (draft, old) => {
      const { ephemeralContainers } = draftOf<Pod>(draft).spec ?? {};
      keepField(draft, old, "spec");
      keepField(draft, old, "status");
      keepMetadata(draft, old, "labels", "annotations", "finalizers", "ownerReferences");
      const spec = (draftOf<Pod>(draft).spec ??= {});
      delete spec.ephemeralContainers;
      if (ephemeralContainers !== undefined) spec.ephemeralContainers = ephemeralContainers;
      dropGatedFields(spec);
    },
    validateUpdate: (object, old) => checkAdded(viewOf<Pod>(object), viewOf<Pod>(old)),
  },
};

function checkAdded(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  if (isMirror(old.metadata)) {
    return [field.forbidden(wholePod, "static pods do not support ephemeral containers")];
  }
  const next = pod.spec?.ephemeralContainers ?? [];
  return [
    ...finish(checkAnyPod(pod)),
    ...checkAnnotations(pod, old),
    ...(old.spec?.ephemeralContainers ?? []).flatMap((container) => {
      const now = next.findLast(({ name }) => name === container.name);
      const existing = `existing ephemeral containers ${JSON.stringify(container.name ?? "")}`;
      if (now === undefined) return [field.forbidden(path, `${existing} may not be removed\n`)];
      return isDeepEqual(now, container) ? [] : [field.forbidden(path, `${existing} may not be changed\n`)];
    }),
  ];
}
