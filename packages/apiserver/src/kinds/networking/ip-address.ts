/** IPAddresses: https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects */
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { ipMessage } from "../ip/ip-checks.ts";
import { isIpAddress } from "../ip/is-ip-address.ts";

export const ipAddressKind: BuiltinKind = {
  group: "networking.k8s.io",
  plural: "ipaddresses",
  validateName: (name) => (isIpAddress(name) ? [] : [ipMessage]),
};
