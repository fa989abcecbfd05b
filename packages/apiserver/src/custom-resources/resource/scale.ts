/** `scale` of custom resources: the definition has the paths of replicas and selector. */
import type { FieldError, JsonValue, NumberLiterals } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  formatGoFloat,
  getOwn,
  goTypeOf,
  internalError,
  numberLiteralAt,
  numberLiteralsBelow,
  quoteGoString,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import { formatGoValue } from "@kubewright/schema";
import type { CustomResourceSubresourceScale } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Scale } from "@kubewright/api/autoscaling/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { TableDefinition } from "../../contracts/table-definition.ts";
import type { ViewSubresource } from "../../contracts/subresource.ts";
import { decodeObject } from "../../kinds/generic/decode-and-complete.ts";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import { scaleOf, scaleSubresource } from "../../kinds/workloads/scale.ts";
import { structDecoder } from "../../kinds/decode/struct-decoder.ts";
import { customTable } from "./printer-columns.ts";

type ScalePaths = View<CustomResourceSubresourceScale>;

const int32Max = 2 ** 31 - 1;

/** Returns the paths of a version, or `undefined` if it does not have the subresource. */
export type ScalePathsOf = (version: string) => ScalePaths | undefined;

/** The subresource, in the versions that have it. */
export function customScale(pathsOf: ScalePathsOf, versions: readonly string[]): ViewSubresource {
  // The schema of the definition validates the replicas. A Scale adds no checks.
  const { validate: _validate, ...subresource } = scaleSubresource;
  return {
    ...subresource,
    versions,
    decode(value, _version, source) {
      const decoder = structDecoder("io.k8s.api.autoscaling.v1.Scale");
      return whenDone(decodeObject(value, decoder, subresource.gvk, source), ({ object, unknownFields }) => ({
        object: withoutZero(object),
        unknownFields,
      }));
    },
    checkRead: (parent, version) => {
      const path = pathsOf(version)?.specReplicasPath ?? "";
      if (valueAt(parent, path) !== undefined) return;
      throw internalError(`the spec replicas field ${quoteGoString(path)} does not exist`);
    },
    read: (parent, version) => {
      const paths = pathsOf(version);
      const replicas = valueAt(parent, paths?.specReplicasPath);
      const current = valueAt(parent, paths?.statusReplicasPath);
      const selector = valueAt(parent, paths?.labelSelectorPath);
      return scaleOf(parent, typeof replicas === "number" ? replicas : 0, {
        replicas: typeof current === "number" ? current : 0,
        ...(typeof selector === "string" && selector !== "" ? { selector } : {}),
      });
    },
    table: (version) => scaleTable(pathsOf(version)),
    replicasAt: (version) => {
      const path = pathsOf(version)?.specReplicasPath;
      return path === undefined ? undefined : namesIn(path);
    },
    write: (parent, view, version) => {
      const names = namesIn(pathsOf(version)?.specReplicasPath);
      let current: { [key: string]: unknown } = parent;
      for (const name of names.slice(0, -1)) {
        const next = getOwn(current, name);
        const child = isRecord(next) ? next : {};
        setOwn(current, name, child);
        current = child;
      }
      const last = names.at(-1);
      if (last !== undefined) setOwn<unknown>(current, last, viewOf<Scale>(view).spec?.replicas ?? 0);
    },
  };
}

/** A Scale with zero replicas does not have the field. */
function withoutZero(scale: ApiObject): ApiObject {
  const { replicas, ...spec } = viewOf<Scale>(scale).spec ?? {};
  return replicas === 0 ? { ...scale, spec } : scale;
}

/** Counts are read from the Scale itself, wherever the object has them. */
function scaleTable(paths: ScalePaths | undefined): TableDefinition {
  const [desired, available, age] = [
    { name: "Desired", type: "integer", description: "Number of desired replicas", jsonPath: ".spec.replicas" },
    { name: "Available", type: "integer", description: "Number of actual replicas", jsonPath: ".status.replicas" },
    { name: "Age", type: "date", description: "", jsonPath: ".metadata.creationTimestamp" },
  ] as const;
  return customTable([
    ...(paths?.specReplicasPath === undefined ? [] : [desired]),
    ...(paths?.statusReplicasPath === undefined ? [] : [available]),
    age,
  ]);
}

/** Errors of an object whose replicas cannot be scaled. */
export function checkScale(
  object: ReadonlyObject,
  paths: ScalePaths | undefined,
  literals: NumberLiterals | undefined,
): readonly FieldError[] {
  if (paths === undefined) return [];
  // The status is that of the stored object, which has no literals.
  return [...checkReplicas(object, paths.specReplicasPath, literals), ...checkScaleStatus(object, paths, undefined)];
}

/** The errors that a write of the status reports. */
export function checkScaleStatus(
  object: ReadonlyObject,
  paths: ScalePaths | undefined,
  literals: NumberLiterals | undefined,
): readonly FieldError[] {
  if (paths === undefined) return [];
  const { statusReplicasPath, labelSelectorPath } = paths;
  return [...checkReplicas(object, statusReplicasPath, literals), ...checkSelector(object, labelSelectorPath)];
}

function checkReplicas(
  object: ReadonlyObject,
  path: string | undefined,
  literals: NumberLiterals | undefined,
): readonly FieldError[] {
  if (path === undefined) return [];
  const at = fieldPath(path);
  const { value, error } = nestedField(object, path, "int64", isInt64);
  if (error !== undefined) return [field.invalid(at, 0, error)];
  if (value === undefined) return [];
  const literal = literals && literalIn(literals, namesIn(path));
  if (typeof value === "number" && literal !== undefined) {
    const shown = formatGoFloat(Number(literal));
    const problem = `accessor error: ${shown} is of the type float64, expected int64`;
    return [field.invalid(at, 0, `${path} ${problem}`)];
  }
  if (value < 0) return [field.invalid(at, value, "should be a non-negative integer")];
  return value > int32Max ? [field.invalid(at, value, `should be less than or equal to ${int32Max}`)] : [];
}

function literalIn(literals: NumberLiterals, names: readonly string[]): string | undefined {
  const members = names.slice(0, -1).reduce<NumberLiterals | undefined>(numberLiteralsBelow, literals);
  return numberLiteralAt(members, names.at(-1) ?? "");
}

function checkSelector(object: ReadonlyObject, path: string | undefined): readonly FieldError[] {
  if (path === undefined) return [];
  const { error } = nestedField(object, path, "string", (value) => typeof value === "string");
  return error === undefined ? [] : [field.invalid(fieldPath(path), "", error)];
}

interface NestedField<T> {
  readonly value?: T;
  readonly error?: string;
}

/** Reads a field. A field below null is absent; one below another value without fields, or of another type than `goType`, is an error. */
function nestedField<T>(
  object: ReadonlyObject,
  path: string,
  goType: string,
  isOfType: (value: unknown) => value is T,
): NestedField<T> {
  const names = namesIn(path);
  let current: unknown = object;
  for (const [index, name] of names.entries()) {
    if (current === undefined || current === null) return {};
    if (!isRecord(current)) {
      return { error: accessorError(names.slice(0, index + 1), current, "map[string]interface{}") };
    }
    current = getOwn(current, name);
  }
  if (current === undefined) return {};
  return isOfType(current) ? { value: current } : { error: accessorError(names, current, goType) };
}

function accessorError(names: readonly string[], value: unknown, goType: string): string {
  const isLarge = typeof value === "number" && Math.abs(value) >= 2 ** 63;
  const shown = isLarge ? value.toExponential() : formatGoValue(value as JsonValue); // It is a part of an object of JSON.
  return `.${names.join(".")} accessor error: ${shown} is of the type ${goTypeOf(value)}, expected ${goType}`;
}

function isInt64(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

function valueAt(object: ReadonlyObject, path: string | undefined): unknown {
  let current: unknown = object;
  for (const name of namesIn(path)) current = isRecord(current) ? getOwn(current, name) : undefined;
  return path === undefined ? undefined : current;
}

function namesIn(path: string | undefined): readonly string[] {
  return (path ?? "").replace(/^\./, "").split(".");
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
