/** Parameters for the driver of a device, which only the driver understands. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isJsonObject } from "@kubewright/apimachinery";
import type { OpaqueDeviceConfiguration } from "@kubewright/api/resource.k8s.io/v1";
import { checkDriverName } from "../storage/driver-name.ts";
import type { View } from "../typed.ts";

const parametersBytesMax = 10 * 1024;

/** Checks parameters. Those of a stored object (`isStored`) may have any length. */
export function checkConfiguration(
  { opaque }: { readonly opaque?: View<OpaqueDeviceConfiguration> },
  path: FieldPath,
  { isStored = false }: { readonly isStored?: boolean } = {},
): readonly FieldError[] {
  const at = path.child("opaque");
  if (opaque === undefined) return [field.required(at, "")];
  return [
    ...checkDriverName(opaque.driver ?? "", at.child("driver")),
    ...checkRawObject(opaque.parameters, at.child("parameters"), isStored ? Infinity : parametersBytesMax),
  ];
}

/** Checks that a field of any type is an object of a limited length. */
export function checkRawObject(value: unknown, path: FieldPath, bytesMax: number): readonly FieldError[] {
  if (value === undefined || value === null) return [field.required(path, "")];
  if (Buffer.byteLength(JSON.stringify(value)) > bytesMax) return [field.tooLong(path, bytesMax)];
  if (isJsonObject(value)) return [];
  return [field.invalid(path, "<value omitted>", "must be a valid JSON object")];
}
