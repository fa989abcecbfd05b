/** IPAddresses: https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects */
import { fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { IPAddress, ParentReference } from "@kubewright/api/networking.k8s.io/v1";
import { immutableMessage } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { ipMessage } from "../ip/ip-checks.ts";
import { isIpAddress } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";
import { formatAge } from "../../negotiation/age.ts";

const parentPath = fieldPath("spec", "parentRef");

export const ipAddressKind: BuiltinKind = builtinKind<IPAddress>({
  group: "networking.k8s.io",
  plural: "ipaddresses",
  metadataChecks: { wholeOnUpdate: true },
  validateName: (name) => (isIpAddress(name) ? [] : [ipMessage]),
  validateUpdate: (object, old) => {
    const parent = parentInGo(object.spec?.parentRef);
    const before = parentInGo(old.spec?.parentRef);
    return isDeepEqual(parent, before) ? [] : [field.invalid(parentPath, parent, immutableMessage)];
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

/** The reference as kube-apiserver prints it in errors. */
function parentInGo(parent: View<ParentReference> | undefined): object | null {
  if (parent === undefined) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
