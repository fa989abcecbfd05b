// The parsed and checked options of a write, for the write pipeline and admission.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/
import type { JsonObject } from "../objects/api-object.ts";

/** What to do about unknown and duplicate fields. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** `""` when not given. */
  readonly fieldManager: string;
  /** The options as an API object, for admission. */
  readonly asObject: JsonObject;
}

export interface ApplyOptions extends WriteOptions {
  /** Take conflicting fields from their managers. */
  readonly force: boolean;
}

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  readonly propagationPolicy: PropagationPolicy | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  readonly asObject: JsonObject;
}

export type PropagationPolicy = "Orphan" | "Background" | "Foreground";
