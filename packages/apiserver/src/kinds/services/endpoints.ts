/** Endpoints and EndpointSlices: https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { EndpointAddress, EndpointPort, Endpoints } from "@kubewright/api/core/v1";
import type { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { checkDnsLabel, checkDnsSubdomain, checkImmutable, checkOneOf, checkPortNumber } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import { isIpAddress } from "../ip/is-ip-address.ts";

const protocols: readonly string[] = ["SCTP", "TCP", "UDP"];

export const endpointsKind: BuiltinKind = {
  group: "",
  plural: "endpoints",
  defaults: (draft) => {
    for (const subset of draftOf<Endpoints>(draft).subsets ?? []) {
      for (const port of subset.ports ?? []) port.protocol ??= "TCP";
    }
  },
  validate: (object) => checkSubsets(viewOf<Endpoints>(object)),
  validateUpdate: (object, old) =>
    isDeepEqual(object["subsets"], old["subsets"]) ? [] : checkSubsets(viewOf<Endpoints>(object)),
};

function checkSubsets({ subsets = [] }: View<Endpoints>): readonly FieldError[] {
  return subsets.flatMap((subset, index) => {
    const path = fieldPath("subsets").index(index);
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    return [
      ...(addresses.length + notReadyAddresses.length === 0
        ? [field.required(path, "must specify `addresses` or `notReadyAddresses`")]
        : []),
      ...addresses.flatMap((address, at) => checkAddress(address, path.child("addresses").index(at))),
      ...notReadyAddresses.flatMap((address, at) => checkAddress(address, path.child("notReadyAddresses").index(at))),
      ...ports.flatMap((port, at) => checkEndpointPort(port, ports.length > 1, path.child("ports").index(at))),
    ];
  });
}

function checkAddress(address: View<EndpointAddress>, path: FieldPath): readonly FieldError[] {
  return [
    ...checkEndpointAddress(address.ip ?? "", path.child("ip")),
    // The reference says so twice.
    ...(!isIpAddress(address.ip ?? "")
      ? [field.invalid(path.child("ip"), address.ip ?? "", "must be a valid IP address")]
      : []),
    ...(address.hostname === undefined ? [] : checkDnsLabel(address.hostname, path.child("hostname"))),
    ...(address.nodeName === undefined ? [] : checkDnsSubdomain(address.nodeName, path.child("nodeName"))),
  ];
}

function checkEndpointPort(port: View<EndpointPort>, requiresName: boolean, path: FieldPath): readonly FieldError[] {
  const { name = "" } = port;
  const nameErrors = name === "" ? [] : checkDnsLabel(name, path.child("name"));
  return [
    ...(requiresName && name === "" ? [field.required(path.child("name"), "")] : nameErrors),
    ...checkPortNumber(port.port, path.child("port")),
    ...checkOneOf(port.protocol, protocols, path.child("protocol")),
  ];
}

/** What one slice may hold. */
const endpointsMax = 1000;
const addressesMax = 100;
const portsMax = 20_000;

export const endpointSliceKind: BuiltinKind = {
  group: "discovery.k8s.io",
  plural: "endpointslices",
  defaults: (draft) => {
    for (const port of draftOf<EndpointSlice>(draft).ports ?? []) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
  validate: (object) => checkSlice(viewOf<EndpointSlice>(object)),
  validateUpdate: (object, old) => [
    ...checkSlice(viewOf<EndpointSlice>(object)),
    ...checkImmutable(object["addressType"], old["addressType"], fieldPath("addressType")),
  ],
  // Labels say which Service the endpoints belong to.
  desiredStateChanged: (object, old) => {
    const state = ({ metadata, ...rest }: typeof object): unknown => ({ ...rest, labels: metadata.labels });
    return !isDeepEqual(state(object), state(old));
  },
};

function checkSlice(slice: View<EndpointSlice>): readonly FieldError[] {
  const { addressType } = slice;
  const ports = slice.ports ?? [];
  const endpoints = slice.endpoints ?? [];
  const names = new Set<string>();
  return [
    ...checkOneOf(addressType, ["FQDN", "IPv4", "IPv6"], fieldPath("addressType")),
    ...(ports.length > portsMax ? [field.tooMany(fieldPath("ports"), ports.length, portsMax)] : []),
    ...ports.flatMap(({ name = "", protocol }, index) => {
      const path = fieldPath("ports").index(index);
      const errors = [...(name === "" ? [] : checkDnsLabel(name, path.child("name")))];
      if (names.has(name)) errors.push(field.duplicate(path.child("name"), name));
      names.add(name);
      return [...errors, ...checkOneOf(protocol, protocols, path.child("protocol"))];
    }),
    ...(endpoints.length > endpointsMax ? [field.tooMany(fieldPath("endpoints"), endpoints.length, endpointsMax)] : []),
    ...endpoints.flatMap(({ hostname, nodeName, ...endpoint }, index) => {
      const path = fieldPath("endpoints").index(index);
      const addresses = endpoint.addresses ?? [];
      return [
        ...checkAddressCount(addresses, path.child("addresses")),
        ...(addressType === "FQDN"
          ? []
          : addresses.flatMap((address, at) => checkEndpointAddress(address, path.child("addresses").index(at)))),
        ...(nodeName === undefined ? [] : checkDnsSubdomain(nodeName, path.child("nodeName"))),
        ...(hostname === undefined ? [] : checkDnsLabel(hostname, path.child("hostname"))),
      ];
    }),
  ];
}

function checkAddressCount(addresses: readonly string[], path: FieldPath): readonly FieldError[] {
  if (addresses.length === 0) return [field.required(path, "must contain at least 1 address")];
  return addresses.length > addressesMax ? [field.tooMany(path, addresses.length, addressesMax)] : [];
}
