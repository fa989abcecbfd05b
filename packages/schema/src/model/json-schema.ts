// The schema of a custom resource, as apiextensions/v1 has it: a dialect of JSON Schema (OpenAPI 3.0) with extensions for
// what Kubernetes does with values. Built-in kinds are described by the same type.
// https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps

import type { JsonValue } from "@kubewright/apimachinery";

/** A schema node. Everything is optional; the empty schema allows every value. */
export interface JsonSchema {
  readonly id?: string;
  readonly $schema?: string;
  /** Not allowed in a custom resource definition. Built-in schemas come with references resolved. */
  readonly $ref?: string;
  readonly description?: string;
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly example?: JsonValue;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };

  // A bound beyond 2^53 is a bigint if it is read from JSON. kube-apiserver has doubles in place of the next three, and 64-bit integers in the others.
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number | bigint;

  /** In characters. */
  readonly minLength?: number | bigint;
  readonly maxLength?: number | bigint;
  /** RE2 syntax; matches anywhere unless anchored. */
  readonly pattern?: string;

  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly additionalItems?: JsonSchema | boolean;
  readonly minItems?: number | bigint;
  readonly maxItems?: number | bigint;
  readonly uniqueItems?: boolean;

  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly minProperties?: number | bigint;
  readonly maxProperties?: number | bigint;
  readonly dependencies?: { readonly [name: string]: JsonSchema | readonly string[] };
  readonly definitions?: { readonly [name: string]: JsonSchema };

  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;

  /** Keeps fields that the schema does not declare. Pruning continues below declared fields. */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** The value is a whole object with `apiVersion`, `kind` and `metadata`. */
  readonly "x-kubernetes-embedded-resource"?: boolean;
  /** The value is an integer or a string; `type` is left out. */
  readonly "x-kubernetes-int-or-string"?: boolean;
  /** How a list merges: as one value, by value, or by the keys below. Default: `atomic`. */
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map" | (string & {});
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  /** How an object merges: as one value or field by field. Default: `granular`. */
  readonly "x-kubernetes-map-type"?: "atomic" | "granular" | (string & {});
  /** Rules in CEL. */
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];

  /** How a strategic merge patch treats the field; comma-joined `merge`, `replace`, `retainKeys`. Built-in kinds only. */
  readonly "x-kubernetes-patch-strategy"?: string;
  /** The key by which a strategic merge patch joins the items of a list. Built-in kinds only. */
  readonly "x-kubernetes-patch-merge-key"?: string;
  /**
   * How server-side apply merges a built-in type whose published schema does not define it: as a scalar, or as one value of
   * any kind. Never published.
   */
  readonly "x-kubewright-merge"?: "scalar" | "value";
  /** The Go struct behind a built-in type. Never published. */
  readonly "x-kubewright-go"?: GoStruct;
  readonly "x-kubernetes-group-version-kind"?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** Facts about the Go struct of a built-in type that its published schema lacks. */
export interface GoStruct {
  /** Its name in OpenAPI: `io.k8s.api.core.v1.PodSpec`. */
  readonly definition: string;
  isPointer(field: string): boolean;
}

/** A CEL rule for the values of its schema node. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
