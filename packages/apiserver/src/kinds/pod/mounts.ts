/** Checks volume mounts and block devices of a container. They must not share names or paths. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, repeatedIndexes } from "@kubewright/apimachinery";
import type { VolumeDevice, VolumeMount } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkDescendingPath, checkNoBacksteps } from "./paths.ts";
import type { AnyContainer } from "./spec-context.ts";
import type { VolumesByName } from "./volumes.ts";

export function checkMounts(container: AnyContainer, volumes: VolumesByName, path: FieldPath): readonly FieldError[] {
  const devices = new Map((container.volumeDevices ?? []).map(({ name, devicePath }) => [name, devicePath]));
  const devicePaths = new Set(devices.values());
  const mounts = container.volumeMounts ?? [];
  const repeated = repeatedIndexes(mounts.map(({ mountPath = "" }) => mountPath));
  return mounts.flatMap((mount, index) => {
    const at = path.index(index);
    const { name = "", mountPath = "" } = mount;
    const errors: FieldError[] = [];
    if (name === "") errors.push(field.required(at.child("name"), ""));
    if (!volumes.has(name)) errors.push(field.notFound(at.child("name"), name));
    if (mountPath === "") errors.push(field.required(at.child("mountPath"), ""));
    if (repeated.has(index)) errors.push(field.invalid(at.child("mountPath"), mountPath, "must be unique"));
    if (devices.has(name))
      errors.push(field.invalid(at.child("name"), name, "must not already exist in volumeDevices"));
    if (devicePaths.has(mountPath)) {
      const text = "must not already exist as a path in volumeDevices";
      errors.push(field.invalid(at.child("mountPath"), mountPath, text));
    }
    return [
      ...errors,
      ...checkSubPaths(mount, at, path),
      ...checkPropagation(mount, container, path.child("mountPropagation")),
      ...checkRecursive(mount, path.child("recursiveReadOnly")),
    ];
  });
}

/** Errors of a path have the path of the list, without the index. */
function checkSubPaths(mount: View<VolumeMount>, at: FieldPath, list: FieldPath): readonly FieldError[] {
  const { subPath = "", subPathExpr = "" } = mount;
  const errors: FieldError[] = [];
  if (subPath !== "") append(errors, checkDescendingPath(subPath, list.child("subPath")));
  if (subPathExpr !== "") {
    if (subPath !== "") {
      errors.push(
        field.invalid(at.child("subPathExpr"), subPathExpr, "subPathExpr and subPath are mutually exclusive"),
      );
    }
    append(errors, checkDescendingPath(subPathExpr, list.child("subPathExpr")));
  }
  return errors;
}

const propagations: readonly string[] = ["Bidirectional", "HostToContainer", "None"];

function checkPropagation(
  { mountPropagation }: View<VolumeMount>,
  { securityContext }: AnyContainer,
  path: FieldPath,
): readonly FieldError[] {
  if (mountPropagation === undefined) return [];
  if (!propagations.includes(mountPropagation)) return [field.notSupported(path, mountPropagation, propagations)];
  if (mountPropagation !== "Bidirectional" || securityContext?.privileged === true) return [];
  return [field.forbidden(path, "Bidirectional mount propagation is available only to privileged containers")];
}

const recursions: readonly string[] = ["Disabled", "Enabled", "IfPossible"];

function checkRecursive(mount: View<VolumeMount>, path: FieldPath): readonly FieldError[] {
  const { recursiveReadOnly: recursion, mountPropagation = "None" } = mount;
  if (recursion === undefined || recursion === "Disabled") return [];
  if (!recursions.includes(recursion)) return [field.notSupported(path, recursion, recursions)];
  return [
    ...(mount.readOnly === true ? [] : [field.forbidden(path, "may only be specified when readOnly is true")]),
    ...(mountPropagation === "None"
      ? []
      : [field.forbidden(path, "may only be specified when mountPropagation is None or not specified")]),
  ];
}

export function checkDevices(container: AnyContainer, volumes: VolumesByName, path: FieldPath): readonly FieldError[] {
  const mounts = new Map((container.volumeMounts ?? []).map(({ name, mountPath }) => [name, mountPath]));
  const mountPaths = new Set(mounts.values());
  const names = new Set<string>();
  const places = new Set<string>();
  return (container.volumeDevices ?? []).flatMap((device, index) => {
    const at = path.index(index);
    const { name = "", devicePath = "" } = device;
    const errors = [
      ...checkDeviceName(device, names, volumes, at.child("name")),
      ...checkDevicePath(devicePath, places, at.child("devicePath")),
    ];
    if (mounts.has(name)) errors.push(field.invalid(at.child("name"), name, "must not already exist in volumeMounts"));
    if (mountPaths.has(devicePath)) {
      const text = "must not already exist as a path in volumeMounts";
      errors.push(field.invalid(at.child("devicePath"), devicePath, text));
    }
    if (name !== "") names.add(name);
    return errors;
  });
}

function checkDeviceName(
  { name = "" }: View<VolumeDevice>,
  taken: ReadonlySet<string>,
  volumes: VolumesByName,
  path: FieldPath,
): readonly FieldError[] {
  const volume = volumes.get(name);
  const errors: FieldError[] = [];
  if (name === "") errors.push(field.required(path, ""));
  if (taken.has(name)) errors.push(field.invalid(path, name, "must be unique"));
  if (volume === undefined) errors.push(field.notFound(path, name));
  else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
    const text = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
    errors.push(field.invalid(path, name, text));
  }
  return errors;
}

function checkDevicePath(place: string, taken: Set<string>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (place === "") errors.push(field.required(path, ""));
  if (taken.has(place)) errors.push(field.invalid(path, place, "must be unique"));
  if (checkNoBacksteps(place, path).length === 0) taken.add(place);
  else errors.push(field.invalid(path, place, "can not contain backsteps ('..')"));
  return errors;
}
