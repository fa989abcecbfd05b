// The options of writes: from the query, and for deletes from the body.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
import type { FieldError, NumberLiterals } from "@kubewright/apimachinery";
import {
  append,
  badRequest,
  field,
  goKindOf,
  invalid,
  isJsonObject,
  numberLiteralAt,
  parseApiVersion,
} from "@kubewright/apimachinery";
import type { JsonObject } from "../objects/api-object.ts";
import { checkDeleteOptions, dryRunErrors, isPropagationPolicy } from "../writes/check-delete-options.ts";
import type { ApplyOptions, DeleteOptions, FieldValidation, WriteOptions } from "../contracts/write-options.ts";
import { typeNamesOf } from "../negotiation/body.ts";
import { isTrue, parseInteger } from "../http/query-values.ts";

export type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

const metaGroup = "meta.k8s.io";
const metaApiVersion = "meta.k8s.io/v1";
const fieldManagerBytesMax = 128;

/** Reads the query of a write. Throws 422 for values that do not exist. */
export function parseWriteOptions(query: URLSearchParams, kind: WriteOptionsKind): WriteOptions {
  const errors: FieldError[] = [];
  if (kind === "PatchOptions" && query.has("force")) {
    errors.push(field.forbidden("force", "may not be specified for non-apply patch"));
  }
  return writeOptionsOf(query, kind, errors);
}

/** Reads the query of an apply. Throws 422 for values that do not exist, and without a `fieldManager`. */
export function parseApplyOptions(query: URLSearchParams): ApplyOptions {
  const isNamed = (query.get("fieldManager") ?? "") !== "";
  const errors = isNamed ? [] : [field.required("fieldManager", "is required for apply patch")];
  const force = query.get("force");
  return { ...writeOptionsOf(query, "PatchOptions", errors), force: force !== null && isTrue(force) };
}

function writeOptionsOf(query: URLSearchParams, kind: WriteOptionsKind, errors: FieldError[]): WriteOptions {
  const dryRun = query.getAll("dryRun");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") ?? "";
  if (Buffer.byteLength(fieldManager) > fieldManagerBytesMax) {
    errors.push(field.tooLong("fieldManager", fieldManagerBytesMax));
  }
  append(errors, [...unprintable(fieldManager), ...dryRunErrors(dryRun)]);
  const validation = fieldValidation === "" ? "Warn" : fieldValidation;
  if (!isFieldValidation(validation)) {
    errors.push(field.notSupported("fieldValidation", fieldValidation, ["", "Ignore", "Strict", "Warn"]));
  }
  if (errors.length > 0) throw invalid({ group: metaGroup, kind }, "", errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: isFieldValidation(validation) ? validation : "Warn",
    asObject: {
      apiVersion: metaApiVersion,
      // Admission receives a patch as an update.
      kind: kind === "PatchOptions" ? "UpdateOptions" : kind,
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(fieldManager === "" ? {} : { fieldManager }),
      ...(fieldValidation === "" ? {} : { fieldValidation }),
    },
  };
}

/** Reads the options of a delete from its decoded body, or from the query if the request has no body. `literals` are those of numbers in a JSON body. */
export function parseDeleteOptions(query: URLSearchParams, body: unknown, literals?: NumberLiterals): DeleteOptions {
  const source = body === undefined ? optionsOfQuery(query) : optionsOfBody(body, literals);
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions = {}, dryRun = [] } = source;
  checkDeleteOptions({ propagationPolicy, orphanDependents, dryRun });
  return {
    dryRun: dryRun.length > 0,
    // A negative grace period is the shortest one.
    gracePeriodSeconds: gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds,
    propagationPolicy:
      propagationPolicy !== undefined && isPropagationPolicy(propagationPolicy) ? propagationPolicy : undefined,
    orphanDependents,
    preconditions,
    asObject: { ...source, kind: "DeleteOptions", apiVersion: metaApiVersion },
  };
}

interface RawDeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: readonly string[];
}

function optionsOfQuery(query: URLSearchParams): RawDeleteOptions {
  const gracePeriodSeconds = parseInteger(query.get("gracePeriodSeconds"));
  const propagationPolicy = query.get("propagationPolicy");
  const [uid, resourceVersion] = [query.get("uid") ?? "", query.get("resourceVersion") ?? ""];
  const preconditions = { ...(uid === "" ? {} : { uid }), ...(resourceVersion === "" ? {} : { resourceVersion }) };
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...(query.has("orphanDependents") ? { orphanDependents: isTrue(query.get("orphanDependents")) } : {}),
    ...(query.has("dryRun") ? { dryRun: query.getAll("dryRun") } : {}),
    ...(Object.keys(preconditions).length > 0 ? { preconditions } : {}),
  };
}

function optionsOfBody(body: unknown, literals?: NumberLiterals): RawDeleteOptions {
  const object = objectOf(body);
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = object;
  const { kind, apiVersion } = typeNamesOf(object, badRequest);
  assertGroupVersion(apiVersion);
  if (kind !== "" && kind !== "DeleteOptions") {
    const shown = [kind, apiVersion === "" ? metaApiVersion : apiVersion].map((part) => JSON.stringify(part));
    throw badRequest(`no kind ${shown[0]} is registered for version ${shown[1]} in scheme "pkg/runtime/scheme.go:111"`);
  }
  const { uid, resourceVersion } = preconditionsOf(preconditions);
  const checked = {
    gracePeriodSeconds: secondsOf(gracePeriodSeconds, numberLiteralAt(literals, "gracePeriodSeconds")),
    propagationPolicy: typed(propagationPolicy, "propagationPolicy", "string", "v1.DeletionPropagation"),
    orphanDependents: typed(orphanDependents, "orphanDependents", "boolean", "bool"),
    dryRun: stringsOf(dryRun),
  };
  const target = {
    uid: typed(uid, "preconditions.uid", "string", "types.UID"),
    resourceVersion: typed(resourceVersion, "preconditions.resourceVersion", "string", "string"),
  };
  return { ...definedOf(checked), ...(preconditions ? { preconditions: definedOf(target) } : {}) };
}

/** Go rejects a literal with a fraction or an exponent, even if its value is an integer. */
function secondsOf(value: unknown, literal: string | undefined): number | undefined {
  if (typeof value === "number" && literal !== undefined) {
    throw wrongType(value, "gracePeriodSeconds", "int64", literal);
  }
  return typed(value, "gracePeriodSeconds", "number", "int64");
}

function typed<T extends "number" | "string" | "boolean">(
  value: unknown,
  path: string,
  type: T,
  goType: string,
): { number: number; string: string; boolean: boolean }[T] | undefined {
  if (value === undefined || value === null) return undefined;
  // Only integers of 64 bits are decoded as a bigint.
  if (type === "number" && typeof value === "bigint") return typed(Number(value), path, type, goType);
  if (typeof value !== type || (type === "number" && !Number.isInteger(value))) throw wrongType(value, path, goType);
  return value as { number: number; string: string; boolean: boolean }[T]; // Its type was checked above.
}

/** Go reads null as the empty string. */
function stringsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(value, "dryRun", "[]string");
  return value.map((item: unknown) => typed(item, "dryRun", "string", "string") ?? "");
}

function preconditionsOf(value: unknown): JsonObject {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw wrongType(value, "preconditions", "v1.Preconditions");
}

function assertGroupVersion(apiVersion: string): void {
  try {
    parseApiVersion(apiVersion);
  } catch {
    throw badRequest(`unexpected GroupVersion string: ${apiVersion}`);
  }
}

function objectOf(value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  const type = goKindOf(value);
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  throw badRequest(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${target}`,
  );
}

function wrongType(value: unknown, path: string, goType: string, literal = String(value)): Error {
  const type = goKindOf(value);
  // Go shows a number that does not fit the integer type.
  const shown = typeof value === "number" && goType === "int64" ? `${type} ${literal}` : type;
  return badRequest(`json: cannot unmarshal ${shown} into Go struct field DeleteOptions.${path} of type ${goType}`);
}

/** The record without the fields that are undefined. */
function definedOf<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> }; // Object.fromEntries loses the types of the keys.
}

function unprintable(fieldManager: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  let position = 0;
  for (const character of fieldManager) {
    if (/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      const text = `invalid character U+${code} (at position ${position})`;
      errors.push(field.invalid("fieldManager", fieldManager, text));
    }
    position += Buffer.byteLength(character);
  }
  return errors;
}

function isFieldValidation(value: string): value is FieldValidation {
  return value === "Ignore" || value === "Warn" || value === "Strict";
}
