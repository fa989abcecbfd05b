/** CSINodes: the storage drivers of a node. https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/csi-node-v1/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, repeatedIndexes } from "@kubewright/apimachinery";
import type { CSINode, CSINodeDriver } from "@kubewright/api/storage.k8s.io/v1";
import { checkImmutable, checkNonNegative, checkQualifiedName, checkRequired } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { checkDriverName } from "./driver-name.ts";

const driversPath = fieldPath("spec", "drivers");

/** In bytes. */
const nodeIdMax = 256;

export const csiNodeKind: BuiltinKind = builtinKind<CSINode>({
  group: "storage.k8s.io",
  plural: "csinodes",
  allowUnconditionalUpdate: false,
  deletion: { returnsObject: true },
  nullsEmptyLists: true,
  validate: (object) => checkDrivers(driversOf(object)),
  validateUpdate: (object, old) => {
    const [next, before] = [driversOf(object), driversOf(old)];
    const same = before.flatMap((driver) =>
      next.filter(({ name }) => name === driver.name).map((other) => [inGo(other), inGo(driver)]),
    );
    return [...checkDrivers(next), ...same.flatMap(([other, driver]) => checkImmutable(other, driver, driversPath))];
  },
  cells: (object) => {
    const { drivers } = object.spec ?? {};
    return { Drivers: (drivers ?? []).length };
  },
});

type Drivers = readonly View<CSINodeDriver>[];

function driversOf({ spec }: View<CSINode>): Drivers {
  return spec?.drivers ?? [];
}

/** The immutable fields of a driver. The number of volumes may change. */
function inGo({ name = "", nodeID = "", topologyKeys }: View<CSINodeDriver>): object {
  return { Name: name, NodeID: nodeID, TopologyKeys: topologyKeys ?? null, Allocatable: null };
}

function checkDrivers(drivers: Drivers): readonly FieldError[] {
  const repeated = repeatedIndexes(drivers.map(({ name = "" }) => name));
  return drivers.flatMap((driver, index) => {
    const { name = "", nodeID = "", allocatable, topologyKeys } = driver;
    const path = driversPath.index(index);
    const idPath = path.child("nodeID");
    return [
      ...checkDriverName(name, path.child("name")),
      ...checkRequired(nodeID, idPath),
      ...(Buffer.byteLength(nodeID) > nodeIdMax
        ? [field.invalid(idPath, nodeID, `must be ${nodeIdMax} characters or less`)]
        : []),
      ...checkNonNegative(allocatable?.count, path.child("allocatable", "count")),
      ...(repeated.has(index) ? [field.duplicate(path.child("name"), name)] : []),
      ...checkTopologyKeys(topologyKeys ?? [], path),
    ];
  });
}

function checkTopologyKeys(keys: readonly string[], path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(keys);
  return keys.flatMap((key, index) => [
    ...checkRequired(key, path),
    ...(repeated.has(index) ? [field.duplicate(path, key)] : []),
    ...checkQualifiedName(key, path),
  ]);
}
