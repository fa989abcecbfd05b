/**
 * The schemas of types that come from Kubewright libraries. Those of the built-in groups come from `@kubewright/api-facts`, in the form in which
 * controller-gen embeds them. Types that exist only in TypeScript, because they are more precise than its own (`Int32`, `JsonValue`), are
 * declared here.
 */
import { definitionOfType, expand } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";

import type { LibraryShape } from "../source/shape.ts";
import { mapSchema } from "./map-schema.ts";

/**
 * The schema of a type of a library; `undefined` for a name that is not a type of the API.
 *
 * @throws RecursiveDefinitionError of `@kubewright/api-facts` for a recursive type.
 */
export type LibrarySchemas = (type: LibraryShape) => JsonSchema | undefined;

export interface LibrarySchemasOptions {
  /** Declares name, namespace, labels, annotations and finalizers of metadata in a spec, instead of an open object. */
  readonly generateEmbeddedObjectMeta?: boolean | undefined;
  /** Leaves out the defaults of built-in types, such as those in a Pod template. */
  readonly withoutDefaults?: boolean | undefined;
}

export function createLibrarySchemas(options: LibrarySchemasOptions = {}): LibrarySchemas {
  const { generateEmbeddedObjectMeta: embeddedObjectMeta = false, withoutDefaults = false } = options;
  // A PodTemplateSpec takes milliseconds to expand, and many kinds embed one.
  const expanded = new Map<string, JsonSchema | undefined>();

  function expandOnce(name: string): JsonSchema | undefined {
    if (!expanded.has(name)) {
      const schema = expand(name, { embeddedObjectMeta });
      expanded.set(name, schema && withoutDefaults ? mapSchema(schema, ({ default: _none, ...rest }) => rest) : schema);
    }
    return expanded.get(name);
  }

  return ({ library, module, name }) => {
    const isApimachinery = library === "@kubewright/apimachinery";
    const ours = isApimachinery ? apimachineryTypes.get(name) : undefined;
    if (ours !== undefined) return ours;
    // apimachinery contains the types of meta/v1, in other files.
    const definition = definitionOfType(isApimachinery ? "meta/v1" : module, name);
    return definition === undefined ? undefined : expandOnce(definition);
  };
}

/** Types that no server publishes: they give a plain `number`, or JSON of any shape, a schema. */
const apimachineryTypes: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["Int32", { type: "integer", format: "int32" }],
  ["Int64", { type: "integer", format: "int64" }],
  ["Double", { type: "number", format: "double" }],
  ["JsonValue", { "x-kubernetes-preserve-unknown-fields": true }],
  ["JsonObject", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
]);
