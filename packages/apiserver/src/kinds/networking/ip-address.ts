/** IPAddresses: https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects */
import { fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { IPAddress, ParentReference } from "@kubewright/api/networking.k8s.io/v1";
import { immutableMessage } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { ipMessage } from "../ip/ip-checks.ts";
import { isIpAddress } from "../ip/is-ip-address.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const parentPath = fieldPath("spec", "parentRef");

export const ipAddressKind: BuiltinKind = {
  group: "networking.k8s.io",
  plural: "ipaddresses",
  validateName: (name) => (isIpAddress(name) ? [] : [ipMessage]),
  validateUpdate: (object, old) => {
    const parent = parentInGo(viewOf<IPAddress>(object).spec?.parentRef);
    const before = parentInGo(viewOf<IPAddress>(old).spec?.parentRef);
    return isDeepEqual(parent, before) ? [] : [field.invalid(parentPath, parent, immutableMessage)];
  },
};

/** The reference as kube-apiserver prints it in errors. */
function parentInGo(parent: View<ParentReference> | undefined): object | null {
  if (parent === undefined) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
