/** Endpoints: the addresses of the backends of a Service, in one object. https://kubernetes.io/docs/concepts/services-networking/service/#endpoints */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, isDeepEqual, joinedInSteps } from "@kubewright/apimachinery";
import type { EndpointAddress, EndpointPort, Endpoints } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkOneOf,
  checkPortNumber,
  checkQualifiedName,
  protocols,
} from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkIp, ipWarnings } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import { firstThree } from "../cells.ts";

export const endpointsKind: BuiltinKind = builtinKind<Endpoints>({
  group: "",
  plural: "endpoints",
  storagePrefix: "services/endpoints",
  deprecationWarning: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  metadataChecks: { wholeOnUpdate: true },
  allowCreateOnUpdate: true,
  defaults: (draft) => {
    for (const subset of draft.subsets ?? []) {
      for (const port of subset.ports ?? []) port.protocol ??= "TCP";
    }
  },
  validate: (object) => checkSubsets(object),
  validateUpdate: (object, old) => (isDeepEqual(object["subsets"], old["subsets"]) ? [] : checkSubsets(object)),
  warningsOnCreate: addressWarnings,
  warningsOnUpdate: addressWarnings,
  cells: (object) => {
    const subsets = object.subsets ?? [];
    const addresses = subsets.flatMap((subset) => {
      const hosts = (subset.addresses ?? []).map(({ ip = "" }) => ip);
      const ports = subset.ports ?? [];
      return ports.length === 0 ? hosts : ports.flatMap(({ port }) => hosts.map((host) => hostPort(host, port ?? 0)));
    });
    return { Endpoints: subsets.length === 0 ? "<none>" : firstThree(addresses, "") };
  },
});

function checkSubsets({ subsets = [] }: View<Endpoints>): Work<readonly FieldError[]> {
  return flatMapInSteps(subsets, (subset, index) => {
    const path = fieldPath("subsets").index(index);
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    const [addressesPath, notReadyPath] = [path.child("addresses"), path.child("notReadyAddresses")];
    return joinedInSteps([
      () =>
        addresses.length + notReadyAddresses.length === 0
          ? [field.required(path, "must specify `addresses` or `notReadyAddresses`")]
          : [],
      () => flatMapInSteps(addresses, (address, at) => checkAddress(address, addressesPath.index(at))),
      () => flatMapInSteps(notReadyAddresses, (address, at) => checkAddress(address, notReadyPath.index(at))),
      () =>
        flatMapInSteps(ports, (port, at) => checkEndpointPort(port, ports.length > 1, path.child("ports").index(at))),
    ]);
  });
}

function checkAddress(
  { ip = "", hostname = "", nodeName }: View<EndpointAddress>,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkIp(ip, path.child("ip")),
    ...(hostname === "" ? [] : checkDnsLabel(hostname, path.child("hostname"))),
    ...(nodeName === undefined ? [] : checkDnsSubdomain(nodeName, path.child("nodeName"))),
    ...checkEndpointAddress(ip, path.child("ip")),
  ];
}

function checkEndpointPort(port: View<EndpointPort>, requiresName: boolean, path: FieldPath): readonly FieldError[] {
  const { name = "", appProtocol } = port;
  const nameErrors = name === "" ? [] : checkDnsLabel(name, path.child("name"));
  return [
    ...(requiresName && name === "" ? [field.required(path.child("name"), "")] : nameErrors),
    ...checkPortNumber(port.port, path.child("port")),
    ...checkOneOf(port.protocol, protocols, path.child("protocol")),
    ...(appProtocol === undefined ? [] : checkQualifiedName(appProtocol, path.child("appProtocol"))),
  ];
}

/** The controller of Endpoints corrects the addresses that it copies, so it gets no warnings. */
function addressWarnings(object: ReadonlyObject): Work<readonly string[]> {
  if (object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller") return [];
  const { subsets = [] } = viewOf<Endpoints>(object);
  return flatMapInSteps(subsets, ({ addresses = [], notReadyAddresses = [] }, index) => {
    const warningsOf = (list: readonly View<EndpointAddress>[], path: FieldPath): Work<readonly string[]> =>
      flatMapInSteps(list, ({ ip = "" }, at) => ipWarnings(ip, path.index(at).child("ip")));
    const path = fieldPath("subsets").index(index);
    return joinedInSteps([
      () => warningsOf(addresses, path.child("addresses")),
      () => warningsOf(notReadyAddresses, path.child("notReadyAddresses")),
    ]);
  });
}

function hostPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
