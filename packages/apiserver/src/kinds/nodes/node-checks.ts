/** Errors of nodes, in the order of kube-apiserver, which runs most checks twice on an update. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import type { ConfigMapNodeConfigSource, Node, NodeConfigSource } from "@kubewright/api/core/v1";
import { checkConfigMapKey, checkDnsLabel, checkDnsSubdomain } from "../field-checks.ts";
import { checkPrefix } from "../ip/ip-checks.ts";
import { readPrefix } from "../ip/ip-text.ts";
import { isIntegerQuantity, isNegativeQuantity } from "../quantities.ts";
import { isWhole } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { checkNodeAnnotations, checkTaints } from "./taints.ts";

const spec = fieldPath("spec");
const status = fieldPath("status");

/** The path of errors about taints in kube-apiserver: taints were an annotation once. */
const taintsPath = fieldPath("metadata", "taints");

/** In steps. */
export function checkNode(node: View<Node>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkNodeAnnotations(node.metadata?.annotations ?? {}),
    () => checkTaints(node.spec?.taints ?? [], taintsPath),
    () => checkResources(node),
    () => checkSwap(node),
    () => checkDeclaredFeatures(node.status?.declaredFeatures ?? []),
    () => checkPodCidrs(node.spec?.podCIDRs ?? []),
  ]);
}

/** In steps. */
export function checkNodeChange(node: View<Node>, old: View<Node>): Work<readonly FieldError[]> {
  const { podCIDRs: before = [], providerID: providerBefore = "", externalID: externalBefore = "" } = old.spec ?? {};
  const { podCIDRs = [], providerID = "", externalID = "", configSource } = node.spec ?? {};
  const onlyOnce = (name: string): string => `node updates may not change ${name} except from "" to valid`;
  const changed =
    before.length === podCIDRs.length ? before.filter((cidr, index) => cidr !== podCIDRs[index]).length : 1;
  return joinedInSteps([
    () => checkNodeAnnotations(node.metadata?.annotations ?? {}),
    () => checkResources(node),
    () => checkDeclaredFeatures(node.status?.declaredFeatures ?? []),
    () => checkAddresses(node),
    () => [
      ...(before.length === 0
        ? []
        : Array.from({ length: changed }, () => field.forbidden(spec.child("podCIDRs"), onlyOnce("podCIDR")))),
      ...(providerBefore !== "" && providerBefore !== providerID
        ? [field.forbidden(spec.child("providerID"), onlyOnce("providerID"))]
        : []),
      ...(configSource === undefined ? [] : checkConfigSource(configSource, spec.child("configSource"), "spec")),
      ...checkConfigStatus(node),
    ],
    () => checkTaints(node.spec?.taints ?? [], taintsPath),
    () => (externalID === externalBefore ? [] : [field.forbidden(spec.child("externalID"), "may not be updated")]),
  ]);
}

function checkResources({ status: { capacity = {}, allocatable = {} } = {} }: View<Node>): Work<readonly FieldError[]> {
  const check = (list: string, resources: { readonly [name: string]: string | number }): Work<readonly FieldError[]> =>
    flatMapInSteps(Object.entries(resources), ([name, quantity]) => {
      const path = status.child(list, name);
      return [
        ...(isNegativeQuantity(quantity) ? [field.invalid(path, quantity, "must be greater than or equal to 0")] : []),
        ...(isWhole(name) && !isIntegerQuantity(quantity) ? [field.invalid(path, quantity, "must be an integer")] : []),
      ];
    });
  return joinedInSteps([() => check("capacity", capacity), () => check("allocatable", allocatable)]);
}

function checkSwap(node: View<Node>): readonly FieldError[] {
  const capacity = node.status?.nodeInfo?.swap?.capacity;
  if (capacity === undefined || capacity > 0) return [];
  return [field.invalid(fieldPath("metadata", "nodeSwapStatus", "capacity"), capacity, "must be greater than zero")];
}

const featureName = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z0-9]+)*$/u;

function checkDeclaredFeatures(features: readonly string[]): Work<readonly FieldError[]> {
  const list = status.child("declaredFeatures");
  return flatMapInSteps(features, (feature, index) => {
    const next = features[index + 1];
    const errors: FieldError[] = [];
    if (!featureName.test(feature)) {
      const text =
        `invalid feature name "${feature}": must start with an UpperCamelCase segment, with subsequent segments separated ` +
        "by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
      errors.push(field.invalid(list.index(index), feature, text));
    }
    if (next === undefined || next > feature) return errors;
    const path = list.index(index + 1);
    const outOfOrder = field.invalid(path, next, "list must be sorted alphabetically");
    return [...errors, next === feature ? field.duplicate(path, next) : outOfOrder];
  });
}

function checkPodCidrs(cidrs: readonly string[]): Work<readonly FieldError[]> {
  const path = spec.child("podCIDRs");
  const families: (string | undefined)[] = [];
  const check = (cidr: string, index: number): readonly FieldError[] => {
    families.push(readPrefix(cidr)?.address.family);
    return checkPrefix(cidr, path.index(index));
  };
  return joinedInSteps([() => flatMapInSteps(cidrs, check), () => checkFamilies(cidrs, families, path)]);
}

/** A node has at most one network of each family. The family of a malformed network is `undefined`. */
function checkFamilies(
  cidrs: readonly string[],
  families: readonly (string | undefined)[],
  path: FieldPath,
): readonly FieldError[] {
  if (cidrs.length < 2) return [];
  const errors: FieldError[] = [];
  const bad = families.indexOf(undefined);
  if (bad >= 0) {
    const text =
      "invalid PodCIDRs. failed to check with dual stack with error:" +
      `invalid CIDR[${bad}]: <nil> (invalid CIDR address: ${cidrs[bad]})`;
    errors.push(field.internal(path, text));
  }
  if (bad >= 0 || families[0] === families[1] || cidrs.length > 2) {
    errors.push(field.invalid(path, cidrs, "may specify no more than one CIDR for each IP family"));
  }
  return errors;
}

function checkAddresses({ status: { addresses = [] } = {} }: View<Node>): readonly FieldError[] {
  // kube-apiserver prints the Go struct.
  const shown = addresses.map(({ type = "", address = "" }) => ({ Type: type, Address: address }));
  const repeated = repeatedIndexes(shown.map((address) => JSON.stringify(address)));
  return shown.flatMap((address, index) =>
    repeated.has(index) ? [field.duplicate(status.child("addresses").index(index), address)] : [],
  );
}

function checkConfigStatus({ status: { config = {} } = {} }: View<Node>): readonly FieldError[] {
  return (["assigned", "active", "lastKnownGood"] as const).flatMap((name) => {
    const source = config[name];
    return source === undefined ? [] : checkConfigSource(source, status.child("config", name), "status");
  });
}

/** Checks the removed field `configSource` of dynamic kubelet configuration, which old objects may still have. */
function checkConfigSource(
  source: View<NodeConfigSource>,
  path: FieldPath,
  place: "spec" | "status",
): readonly FieldError[] {
  const { configMap } = source;
  if (configMap === undefined) {
    return [field.invalid(path, { ConfigMap: null }, "exactly one reference subfield must be non-nil")];
  }
  return checkConfigMap(configMap, path.child("configMap"), place);
}

function checkConfigMap(
  configMap: View<ConfigMapNodeConfigSource>,
  path: FieldPath,
  place: "spec" | "status",
): readonly FieldError[] {
  const { name = "", namespace = "", kubeletConfigKey = "" } = configMap;
  const identity = (["uid", "resourceVersion"] as const).flatMap((part) => {
    const isSet = (configMap[part] ?? "") !== "";
    if (place === "spec") return isSet ? [field.forbidden(path.child(part), `${part} must not be set in spec`)] : [];
    return isSet ? [] : [field.required(path.child(part), "")];
  });
  const required = (value: string, part: string, check: typeof checkDnsLabel): readonly FieldError[] =>
    value === "" ? [field.required(path.child(part), "")] : check(value, path.child(part));
  return [
    ...identity,
    ...required(namespace, "namespace", checkDnsLabel),
    ...required(name, "name", checkDnsSubdomain),
    ...required(kubeletConfigKey, "kubeletConfigKey", checkConfigMapKey),
  ];
}
