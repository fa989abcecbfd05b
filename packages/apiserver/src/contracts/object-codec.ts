/** How objects of a kind are read and converted between versions. */
import type { NumberLiterals, Work } from "@kubewright/apimachinery";
import type { ConversionRules } from "../conversion/version-converter.ts";
import type { ApiObject } from "../objects/api-object.ts";

/** Everything is optional: an absent hook accepts and keeps every value. */
export interface ObjectCodec extends ConversionRules {
  /**
   * Converts, in steps, a JSON object in version `version` to a typed object: checks field types, drops and reports unknown fields, and makes quantities canonical.
   * `value.apiVersion` and `value.kind` have been checked, and `metadata` is an object. May change `value` in place and return it.
   * Throws an `ApiError` (400) for a value of the wrong type. Default: accepts any value.
   */
  readonly decode?: (value: ApiObject, version: string, source?: DecodeSource) => Work<Decoded>;
  /**
   * Removes the fields that version `version` does not have, and nulls of fields that are not nullable. May change `object` in place. Default: keeps
   * the whole object.
   */
  readonly prune?: (object: ApiObject, version: string) => ApiObject;
}

/**
 * What an object is decoded from: a JSON text, with its number literals if some are not plain integers, or values. A strategic merge and an apply merge
 * values. A kube-apiserver converts these without JSON in between, so messages about wrong types differ.
 */
export type DecodeSource = "text" | NumberLiterals | "values";

/** The result of decoding a body. */
export interface Decoded {
  readonly object: ApiObject;
  /** Paths of fields that the kind does not have, such as `spec.bogus`; they are no longer in `object`. */
  readonly unknownFields: readonly string[];
}
