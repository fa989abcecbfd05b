/**
 * VolumeAttachments: the attachments of volumes to nodes.
 * https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/
 */
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { VolumeAttachment, VolumeAttachmentSpec } from "@kubewright/api/storage.k8s.io/v1";
import { immutableMessage } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";

export const volumeAttachmentKind: BuiltinKind = builtinKind<VolumeAttachment>({
  group: "storage.k8s.io",
  plural: "volumeattachments",
  allowUnconditionalUpdate: false,
  deletion: { returnsObject: true },
  validateUpdate: (object, old) => {
    const next = specInGo(object.spec ?? {});
    const before = specInGo(old.spec ?? {});
    return isDeepEqual(next, before) ? [] : [field.invalid(fieldPath("spec"), next, immutableMessage)];
  },
  status: { keepsMetadata: true },
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    return {
      Attacher: spec.attacher ?? "",
      PV: spec.source?.persistentVolumeName ?? "",
      Node: spec.nodeName ?? "",
      Attached: status.attached ?? false,
    };
  },
});

/** The spec as kube-apiserver prints it in errors. The fields of an inline volume keep their names in JSON. */
function specInGo({ attacher = "", nodeName = "", source }: View<VolumeAttachmentSpec>): object {
  return {
    Attacher: attacher,
    Source: {
      PersistentVolumeName: source?.persistentVolumeName ?? null,
      InlineVolumeSpec: source?.inlineVolumeSpec ?? null,
    },
    NodeName: nodeName,
  };
}
