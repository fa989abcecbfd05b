/** Compares the versions of a CRD: which exist, are served and stored, and the fields of each. */
import type { JsonSchema } from "@kubewright/schema";

import type { Column, Definition, DefinitionVersion } from "../definitions/definition.ts";
import type { Place } from "./change.ts";
import { compareSchemas } from "./compare-schemas.ts";

/** `place` is the place of the CRD, `placeOf` returns the place of the objects of a version. */
export function compareVersions(
  before: Definition,
  after: Definition,
  place: Place,
  placeOf: (version: string) => Place,
): void {
  for (const old of before.versions) {
    const version = after.versions.find(({ name }) => name === old.name);
    if (version === undefined) reportRemoved(old, before, place);
    else compareVersion(old, version, before, place, placeOf(old.name));
  }
  for (const { name } of after.versions) {
    if (before.versions.every((old) => old.name !== name)) {
      place.report({ rule: "version-added", path: "spec.versions", after: name });
    }
  }
  compareStorage(before, after, place, placeOf);
}

function reportRemoved(old: DefinitionVersion, before: Definition, place: Place): void {
  const isStored = old.storage || before.storedVersions.includes(old.name);
  const rule = isStored ? "stored-version-removed" : old.served ? "version-removed" : "unserved-version-removed";
  place.report({ rule, path: "spec.versions", before: old.name });
}

function compareVersion(
  old: DefinitionVersion,
  version: DefinitionVersion,
  before: Definition,
  place: Place,
  objects: Place,
): void {
  const path = `spec.versions[${version.name}]`;
  place.compare(version.served ? "version-served" : "version-unserved", old.served, version.served, `${path}.served`);
  const deprecation = version.deprecated ? "version-deprecated" : "version-undeprecated";
  place.compare(deprecation, old.deprecated, version.deprecated, `${path}.deprecated`);
  compareSubresources(old, version, objects);
  const selectable = { removed: "selectable-field-removed", added: "selectable-field-added" } as const;
  objects.compareSets(selectable, old.selectableFields.map(pathOf), version.selectableFields.map(pathOf), pathOf);
  compareColumns(old.columns, version.columns, objects);
  const isUsed = old.served || old.storage || before.storedVersions.includes(old.name);
  if (isUsed) compareSchemas(old.schema, version.schema, objects);
}

/** Stored objects are read in the new storage version. Without a webhook their fields are not converted. */
function compareStorage(
  before: Definition,
  after: Definition,
  place: Place,
  placeOf: (version: string) => Place,
): void {
  const old = before.versions.find(({ storage }) => storage);
  const current = after.versions.find(({ storage }) => storage);
  if (old === undefined || current === undefined || old.name === current.name) return;
  const path = "spec.versions[*].storage";
  place.report({ rule: "storage-version-changed", path, before: old.name, after: current.name });
  const kept = after.versions.find(({ name }) => name === old.name);
  if (kept?.served === false && old.served) {
    place.report({ rule: "storage-version-unserved", path, before: old.name, after: current.name });
  }
  if (after.conversion === "None")
    compareSchemas(old.schema, current.schema, placeOf(`${old.name} -> ${current.name}`));
}

function compareSubresources(old: DefinitionVersion, version: DefinitionVersion, objects: Place): void {
  if (old.status && !version.status) objects.report({ rule: "status-removed", path: "status" });
  if (!old.status && version.status) {
    objects.report({ rule: mayHold(old.schema, "status") ? "status-separated" : "status-added", path: "status" });
  }
  if (old.scale === undefined || version.scale === undefined) {
    const rule = old.scale === undefined ? "scale-added" : "scale-removed";
    if (old.scale !== version.scale) objects.report({ rule, path: "scale" });
    return;
  }
  for (const name of ["specReplicasPath", "statusReplicasPath", "labelSelectorPath"] as const) {
    // A new selector affects no existing client.
    const was = old.scale[name];
    if (was !== undefined) objects.compare("scale-path-changed", was, version.scale[name], `scale.${name}`);
  }
}

function mayHold({ properties = {}, ...schema }: JsonSchema, name: string): boolean {
  return Object.hasOwn(properties, name) || schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** `.spec.colour` as a field path. */
function pathOf(jsonPath: string): string {
  return jsonPath.replace(/^\./, "");
}

function compareColumns(before: readonly Column[], after: readonly Column[], objects: Place): void {
  for (const column of before) {
    const now = after.find(({ name }) => name === column.name);
    const path = pathOf(column.jsonPath);
    if (now === undefined) objects.report({ rule: "column-removed", path, before: column.name });
    else objects.compare("column-changed", column, now, path);
  }
  for (const column of after) {
    if (before.every(({ name }) => name !== column.name)) {
      objects.report({ rule: "column-added", path: pathOf(column.jsonPath), after: column.name });
    }
  }
}
