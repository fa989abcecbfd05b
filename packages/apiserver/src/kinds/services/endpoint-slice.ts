/** EndpointSlices: the endpoints of a Service, in slices. https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import {
  append,
  field,
  fieldPath,
  isDeepEqual,
  isDns1123Subdomain,
  isLabelValue,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkImmutable,
  checkOneOf,
  checkQualifiedName,
  invalidFor,
  protocols,
} from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkCanonicalIp, checkIp, ipWarnings } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import { firstThree } from "../cells.ts";

/** The maximum number of endpoints in a slice. */
const endpointsMax = 1000;
const addressesMax = 100;
const portsMax = 20_000;
const hintsMax = 8;

export const endpointSliceKind: BuiltinKind = builtinKind<EndpointSlice>({
  group: "discovery.k8s.io",
  plural: "endpointslices",
  tracksGeneration: true,
  nullsEmptyLists: true,
  defaults: (draft) => {
    for (const port of draft.ports ?? []) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
  prepareForCreate: dropTopology,
  prepareForUpdate: (draft, old) => {
    if (!isDeepEqual(draft["endpoints"], old["endpoints"])) dropTopology(draft);
  },
  validate: (object) => checkSlice(object, undefined),
  validateUpdate: (object, old) => [
    ...checkSlice(object, old),
    ...checkImmutable(object["addressType"], old["addressType"], fieldPath("addressType")),
  ],
  warningsOnCreate: (object) => [
    ...(object["addressType"] === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
    ...addressWarnings(object),
  ],
  warningsOnUpdate: addressWarnings,
  // Labels name the Service of the endpoints.
  desiredStateChanged: (object, old) => {
    const state = ({ metadata, ...rest }: typeof object): unknown => ({ ...rest, labels: metadata.labels });
    return !isDeepEqual(state(object), state(old));
  },
  cells: (object) => {
    const ports = (object.ports ?? []).map(({ port, name }) => String(port ?? name ?? "*"));
    const addresses = (object.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
    return {
      AddressType: object.addressType ?? "",
      Ports: firstThree(ports, "<unset>"),
      Endpoints: firstThree(addresses, "<unset>"),
    };
  },
});

/** Drops a field of removed versions. */
function dropTopology(draft: ApiObject): void {
  for (const endpoint of draftOf<EndpointSlice>(draft).endpoints ?? []) delete endpoint.deprecatedTopology;
}

function checkSlice(slice: View<EndpointSlice>, old: View<EndpointSlice> | undefined): readonly FieldError[] {
  const endpoints = slice.endpoints ?? [];
  const isUnchanged = old !== undefined && isDeepEqual(endpoints, old.endpoints ?? []);
  return [
    ...checkOneOf(slice.addressType, ["FQDN", "IPv4", "IPv6"], fieldPath("addressType")),
    ...checkPorts(slice.ports ?? []),
    ...(isUnchanged ? [] : checkEndpoints(endpoints, slice.addressType)),
  ];
}

function checkPorts(ports: readonly View<EndpointPort>[]): readonly FieldError[] {
  if (ports.length > portsMax) return [field.tooMany(fieldPath("ports"), ports.length, portsMax)];
  const repeated = repeatedIndexes(ports.map(({ name = "" }) => name));
  return ports.flatMap(({ name = "", protocol, appProtocol }, index) => {
    const path = fieldPath("ports").index(index);
    const errors = name === "" ? [] : [...checkDnsLabel(name, path.child("name"))];
    if (repeated.has(index)) errors.push(field.duplicate(path.child("name"), name));
    append(errors, checkOneOf(protocol, protocols, path.child("protocol")));
    if (appProtocol !== undefined) append(errors, checkQualifiedName(appProtocol, path.child("appProtocol")));
    return errors;
  });
}

function checkEndpoints(endpoints: readonly View<Endpoint>[], addressType: string | undefined): readonly FieldError[] {
  if (endpoints.length > endpointsMax) {
    return [field.tooMany(fieldPath("endpoints"), endpoints.length, endpointsMax)];
  }
  return endpoints.flatMap(({ hostname, nodeName, hints, ...endpoint }, index) => {
    const path = fieldPath("endpoints").index(index);
    const addresses = endpoint.addresses ?? [];
    return [
      ...checkAddressCount(addresses, path.child("addresses")),
      ...addresses.flatMap((address, at) => checkAddress(address, addressType, path.child("addresses"), at)),
      ...(nodeName === undefined ? [] : checkDnsSubdomain(nodeName, path.child("nodeName"))),
      ...(hostname === undefined ? [] : checkDnsLabel(hostname, path.child("hostname"))),
      ...(hints === undefined ? [] : checkHints(hints, path.child("hints"))),
    ];
  });
}

function checkAddressCount(addresses: readonly string[], path: FieldPath): readonly FieldError[] {
  if (addresses.length === 0) return [field.required(path, "must contain at least 1 address")];
  return addresses.length > addressesMax ? [field.tooMany(path, addresses.length, addressesMax)] : [];
}

function checkAddress(
  address: string,
  addressType: string | undefined,
  list: FieldPath,
  index: number,
): readonly FieldError[] {
  const path = list.index(index);
  switch (addressType) {
    case "IPv4":
    case "IPv6": {
      const errors = addressType === "IPv4" ? checkIp(address, path) : checkCanonicalIp(address, path);
      if (errors.length > 0) return errors;
      const isOther = readIp(address)?.family !== addressType;
      return [
        ...(isOther ? [field.invalid(list, address, `must be an ${addressType} address`)] : []),
        ...checkEndpointAddress(address, path),
      ];
    }
    case "FQDN":
      return checkDomain(address, path);
    default:
      return [];
  }
}

/** A domain name of at least two labels, which may end in a dot. */
function checkDomain(address: string, path: FieldPath): readonly FieldError[] {
  if (address === "") return [field.required(path, "")];
  const name = address.replace(/\.$/u, "");
  const messages = isDns1123Subdomain(name);
  if (messages.length > 0) return invalidFor(path, address, messages);
  if (name.includes(".")) return [];
  return [field.invalid(path, address, "should be a domain with at least two segments separated by dots")];
}

function checkHints({ forZones = [], forNodes = [] }: View<EndpointHints>, path: FieldPath): readonly FieldError[] {
  const names = (list: readonly { readonly name?: string }[]): readonly string[] => list.map(({ name = "" }) => name);
  const zoneErrors = checkHintNames(names(forZones), isLabelValue, path.child("forZones"));
  if (forZones.length > hintsMax) return zoneErrors;
  return [...zoneErrors, ...checkHintNames(names(forNodes), isDns1123Subdomain, path.child("forNodes"))];
}

function checkHintNames(
  names: readonly string[],
  problemsWith: (name: string) => readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  if (names.length > hintsMax) return [field.tooMany(path, names.length, hintsMax)];
  const repeated = repeatedIndexes(names);
  return names.flatMap((name, index) => {
    const at = path.index(index).child("name");
    return [...(repeated.has(index) ? [field.duplicate(at, name)] : []), ...invalidFor(at, name, problemsWith(name))];
  });
}

/** Controllers that copy addresses get no warnings about their form. */
const ownManagers: readonly string[] = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

function addressWarnings(object: ReadonlyObject): readonly string[] {
  const { addressType, endpoints } = viewOf<EndpointSlice>(object);
  const manager = object.metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "";
  if (addressType === "FQDN" || ownManagers.includes(manager)) return [];
  return (endpoints ?? []).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, at) =>
      ipWarnings(address, fieldPath("endpoints").index(index).child("addresses").index(at)),
    ),
  );
}
