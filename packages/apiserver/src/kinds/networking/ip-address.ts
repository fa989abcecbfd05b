/** IPAddresses: https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, nameIsPathSegment } from "@kubewright/apimachinery";
import type { IPAddress, ParentReference } from "@kubewright/api/networking.k8s.io/v1";
import { checkDnsSubdomain, immutableMessage, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkCanonicalIp } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { formatAge } from "../../negotiation/age.ts";

const parentPath = fieldPath("spec", "parentRef");

export const ipAddressKind: BuiltinKind = builtinKind<IPAddress>({
  group: "networking.k8s.io",
  plural: "ipaddresses",
  metadataChecks: { wholeOnUpdate: true },
  validateName: (name) => checkCanonicalIp(name, fieldPath("metadata", "name")).map(({ detail }) => detail),
  validate: ({ spec }) => checkParent(spec?.parentRef),
  validateUpdate: (object, old) => {
    const errors = checkParent(object.spec?.parentRef);
    const parent = parentInGo(object.spec?.parentRef);
    const before = parentInGo(old.spec?.parentRef);
    return isDeepEqual(parent, before) ? errors : [...errors, field.invalid(parentPath, parent, immutableMessage)];
  },
  cells: (object, now) => {
    const { group = "", resource = "", namespace = "", name = "" } = object.spec?.parentRef ?? {};
    const kind = (group === "" ? resource : `${resource}.${group}`).toLowerCase();
    return {
      ParentRef: [kind, ...(namespace === "" ? [] : [namespace]), name].join("/"),
      Age: formatAge(object.metadata.creationTimestamp, now),
    };
  },
});

function checkParent(parent: View<ParentReference> | undefined): readonly FieldError[] {
  if (parent === undefined) return [field.required(parentPath, "")];
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  const checkSegment = (segment: string, at: FieldPath): readonly FieldError[] =>
    invalidFor(at, segment, nameIsPathSegment(segment, false));
  const checkPresent = (segment: string, at: FieldPath): readonly FieldError[] =>
    segment === "" ? [field.required(at, "")] : checkSegment(segment, at);
  return [
    ...(group === "" ? [] : checkDnsSubdomain(group, parentPath.child("group"))),
    ...checkPresent(resource, parentPath.child("resource")),
    ...checkPresent(name, parentPath.child("name")),
    ...checkSegment(namespace, parentPath.child("namespace")),
  ];
}

/** The reference as kube-apiserver prints it in errors. */
function parentInGo(parent: View<ParentReference> | undefined): object | null {
  if (parent === undefined) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
