/**
 * VolumeAttachments: the attachments of volumes to nodes.
 * https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeError,
} from "@kubewright/api/storage.k8s.io/v1";
import { checkDnsSubdomain, immutableMessage } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { checkInlineVolumeSpec } from "./check-volume-spec.ts";
import { checkDriverName } from "../storage/driver-name.ts";

const metadataBytesMax = 256 * 1024;
const messageBytesMax = 1024;

export const volumeAttachmentKind: BuiltinKind = builtinKind<VolumeAttachment>({
  group: "storage.k8s.io",
  plural: "volumeattachments",
  allowUnconditionalUpdate: false,
  deletion: { returnsObject: true },
  validate: (object) => checkAttachment(object),
  validateUpdate: (object, old) => checkChange(object, old),
  status: { keepsMetadata: true, validateUpdate: (object, old) => checkChange(object, old) },
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

type Attachment = View<VolumeAttachment>;

function checkAttachment({ spec = {}, status = {} }: Attachment): readonly FieldError[] {
  const path = fieldPath("spec");
  const statusPath = fieldPath("status");
  const { attacher = "", nodeName = "", source = {} } = spec;
  const volumeName = source.persistentVolumeName;
  return [
    ...checkDriverName(attacher, path.child("attacher")),
    ...checkSource(source, path.child("source")),
    ...checkDnsSubdomain(nodeName, path.child("nodeName")),
    ...checkMetadata(status.attachmentMetadata ?? {}, statusPath.child("attachmentMetadata")),
    ...checkError(status.attachError, statusPath.child("attachError")),
    ...checkError(status.detachError, statusPath.child("detachError")),
    ...(volumeName === undefined ? [] : checkDnsSubdomain(volumeName, path.child("source", "persistentVolumeName"))),
  ];
}

function checkChange(object: Attachment, old: Attachment): readonly FieldError[] {
  const next = specInGo(object.spec ?? {});
  const isSame = isDeepEqual(next, specInGo(old.spec ?? {}));
  return [...checkAttachment(object), ...(isSame ? [] : [field.invalid(fieldPath("spec"), next, immutableMessage)])];
}

function checkSource(source: View<VolumeAttachmentSource>, path: FieldPath): readonly FieldError[] {
  const { persistentVolumeName, inlineVolumeSpec } = source;
  const text = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (persistentVolumeName !== undefined) {
    if (inlineVolumeSpec !== undefined) return [field.forbidden(path, text)];
    if (persistentVolumeName !== "") return [];
    return [field.required(path.child("persistentVolumeName"), "must specify non empty persistentVolumeName")];
  }
  if (inlineVolumeSpec === undefined) return [field.required(path, text)];
  return checkInlineVolumeSpec(inlineVolumeSpec, path.child("inlineVolumeSpec"));
}

function checkMetadata(metadata: { readonly [key: string]: string }, path: FieldPath): readonly FieldError[] {
  const bytes = Object.entries(metadata).reduce((sum, entry) => sum + Buffer.byteLength(entry.join("")), 0);
  return bytes > metadataBytesMax ? [field.tooLong(path, metadataBytesMax)] : [];
}

function checkError(error: View<VolumeError> | undefined, path: FieldPath): readonly FieldError[] {
  const { message = "", errorCode = 0 } = error ?? {};
  const codeText = "must be between 0 and 2147483647, inclusive";
  return [
    // kube-apiserver reports the maximum of the metadata.
    ...(Buffer.byteLength(message) > messageBytesMax ? [field.tooLong(path.child("message"), metadataBytesMax)] : []),
    ...(errorCode < 0 ? [field.invalid(path.child("errorCode"), errorCode, codeText)] : []),
  ];
}

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
