/**
 * DefaultStorageClass and DefaultIngressClass: set the default class of a claim or an Ingress without a class. The newest of several default
 * classes is used. https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#defaultstorageclass
 */
import type { GroupResource } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { Ingress } from "@kubewright/api/networking.k8s.io/v1";
import { classAnnotation } from "../../kinds/storage/claim-change.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { isAbout } from "./forbid.ts";

const storageClasses = { group: "storage.k8s.io", resource: "storageclasses" } as const;
const storageMarks = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
] as const;

const ingressClasses = { group: "networking.k8s.io", resource: "ingressclasses" } as const;
const ingressMarks = ["ingressclass.kubernetes.io/is-default-class"] as const;

/** The deprecated annotation with the class of an Ingress. */
const ingressAnnotation = "kubernetes.io/ingress.class";

export const defaultStorageClass: AdmissionPlugin = {
  name: "DefaultStorageClass",
  mutate: (attributes, context) => {
    const { operation, object } = attributes;
    if (operation !== "CREATE" || object === undefined || !isAbout(attributes, "", "persistentvolumeclaims")) return;
    const spec = (draftOf<PersistentVolumeClaim>(object).spec ??= {});
    if (spec.storageClassName !== undefined || hasAnnotation(object, classAnnotation)) return;
    const name = defaultOf(storageClasses, storageMarks, context);
    if (name !== undefined) spec.storageClassName = name;
  },
};

export const defaultIngressClass: AdmissionPlugin = {
  name: "DefaultIngressClass",
  mutate: (attributes, context) => {
    const { operation, object } = attributes;
    if (operation !== "CREATE" || object === undefined || !isAbout(attributes, "networking.k8s.io", "ingresses"))
      return;
    const spec = (draftOf<Ingress>(object).spec ??= {});
    if (spec.ingressClassName !== undefined || hasAnnotation(object, ingressAnnotation)) return;
    const name = defaultOf(ingressClasses, ingressMarks, context);
    if (name !== undefined) spec.ingressClassName = name;
  },
};

function hasAnnotation({ metadata }: ReadonlyObject, key: string): boolean {
  return metadata.annotations?.[key] !== undefined;
}

/** The newest class with a mark; among classes of the same second, the first one by name. */
function defaultOf(classes: GroupResource, marks: readonly string[], { read }: RequestContext): string | undefined {
  let found: ReadonlyObject | undefined;
  // The list is sorted by name.
  for (const each of read.list(classes)) {
    if (!marks.some((mark) => each.metadata.annotations?.[mark] === "true")) continue;
    if (found === undefined || createdAt(each) > createdAt(found)) found = each;
  }
  return found?.metadata.name;
}

/** RFC 3339 in seconds, which sorts as a string. */
function createdAt({ metadata }: ReadonlyObject): string {
  return typeof metadata.creationTimestamp === "string" ? metadata.creationTimestamp : "";
}
