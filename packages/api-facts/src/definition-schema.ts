// The schema of a built-in type, as the API server publishes it, without its sentences.

import type { JsonSchema } from "@kubewright/schema";

/**
 * A schema of a built-in type. It says what the published OpenAPI document says and no more: what a kube-apiserver does
 * in code (most of its defaulting, its validation) is not in it.
 *
 * A `default` that is the zero value of its type (`""`, `0`, `false`, `{}`) is what a server written in Go always writes
 * for the field, even when nobody set it. All other defaults are real ones.
 */
export interface DefinitionSchema extends JsonSchema {
  readonly properties?: { readonly [name: string]: DefinitionSchema };
  readonly items?: DefinitionSchema;
  readonly additionalProperties?: DefinitionSchema | boolean;
  readonly oneOf?: readonly DefinitionSchema[];
  readonly anyOf?: readonly DefinitionSchema[];
  readonly "x-kubernetes-unions"?: readonly UnionFacts[];
}

/** Fields of which one at most is set. */
export interface UnionFacts {
  /** The field that says which one; absent when nothing does. */
  readonly discriminator?: string;
  /** The discriminator's value by the name of the field that it selects. */
  readonly "fields-to-discriminateBy": { readonly [field: string]: string };
}
