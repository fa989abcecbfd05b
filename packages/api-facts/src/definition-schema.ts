// The schema of a built-in type, as the API server publishes it, without descriptions.

import type { JsonSchema } from "@kubewright/schema";

/**
 * A schema of a built-in type from the published OpenAPI document. Rules in the code of kube-apiserver (most of its defaulting, its validation)
 * are not in it.
 *
 * A `default` that is the zero value of its type (`""`, `0`, `false`, `{}`) is the value that a server written in Go always prints for an
 * absent field. All other defaults are set by defaulting.
 */
export interface DefinitionSchema extends JsonSchema {
  readonly properties?: { readonly [name: string]: DefinitionSchema };
  readonly items?: DefinitionSchema;
  readonly additionalProperties?: DefinitionSchema | boolean;
  readonly oneOf?: readonly DefinitionSchema[];
  readonly anyOf?: readonly DefinitionSchema[];
  readonly "x-kubernetes-unions"?: readonly UnionFacts[];
}

/** A union: at most one of the fields is set. */
export interface UnionFacts {
  /** The field with the name of the member. */
  readonly discriminator?: string;
  /** The discriminator's value by the name of the field that it selects. */
  readonly "fields-to-discriminateBy": { readonly [field: string]: string };
}
