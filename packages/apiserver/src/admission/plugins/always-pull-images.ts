/**
 * AlwaysPullImages: every container pulls its image, so that a Pod cannot use an image that another one has pulled.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#alwayspullimages
 */
import { field, fieldPath, formatErrorMessages, formatFieldErrors, unclassifiedError } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import { draftOf, viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { forbid, isAbout } from "./forbid.ts";

const lists = ["initContainers", "containers", "ephemeralContainers"] as const;

export const alwaysPullImages: AdmissionPlugin = {
  name: "AlwaysPullImages",
  mutate: (attributes) => {
    const { object } = attributes;
    if (object === undefined || !usesNewImages(attributes)) return;
    const spec = draftOf<Pod>(object).spec ?? {};
    for (const list of lists) for (const container of spec[list] ?? []) container.imagePullPolicy = "Always";
    for (const { image } of spec.volumes ?? []) if (image !== undefined) image.pullPolicy = "Always";
  },
  validate: (attributes) => {
    const { object } = attributes;
    if (object === undefined || !usesNewImages(attributes)) return;
    const errors = wrongPolicies(viewOf<Pod>(object).spec ?? {});
    if (errors.length === 0) return;
    const messages = errors.map((error) => forbid(attributes, formatFieldErrors([error])).message);
    throw unclassifiedError(formatErrorMessages(messages));
  },
};

/** An update without another image keeps its policies. */
function usesNewImages(attributes: AdmissionAttributes): boolean {
  const { operation, object, oldObject } = attributes;
  if (!isAbout(attributes, "", "pods") || (operation !== "CREATE" && operation !== "UPDATE")) return false;
  if (object === undefined || oldObject === undefined) return true;
  const before = imagesOf(viewOf<Pod>(oldObject));
  return imagesOf(viewOf<Pod>(object)).some((image) => !before.includes(image));
}

function imagesOf({ spec }: View<Pod>): readonly string[] {
  return lists.flatMap((list) => (spec?.[list] ?? []).map(({ image = "" }) => image));
}

function wrongPolicies(spec: View<PodSpec>): readonly FieldError[] {
  const path = fieldPath("spec");
  const volumes = path.child("volumes");
  return [
    ...lists.flatMap((list) =>
      (spec[list] ?? []).flatMap(({ imagePullPolicy = "" }, index) => {
        if (imagePullPolicy === "Always") return [];
        const at = path.child(list).index(index).child("imagePullPolicy");
        return [field.notSupported(at, imagePullPolicy, ["Always"])];
      }),
    ),
    ...(spec.volumes ?? []).flatMap(({ image }, index) => {
      if (image === undefined || image.pullPolicy === "Always") return [];
      return [
        field.notSupported(volumes.index(index).child("image", "pullPolicy"), image.pullPolicy ?? "", ["Always"]),
      ];
    }),
  ];
}
