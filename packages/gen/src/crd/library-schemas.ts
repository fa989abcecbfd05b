/**
 * The schemas of types that our libraries declare. Those of the built-in groups are as controller-gen embeds them, which
 * `@kubewright/api-facts` knows; only the names by which TypeScript says more than its own types can (`Int32`, `JsonValue`) are
 * known here.
 */
import { definitionOfType, expand } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";

import type { LibraryShape } from "../source/shape.ts";

export interface LibrarySchemas {
  /**
   * The schema of a type of a library; `undefined` when it is no type of the API.
   *
   * @throws RecursiveDefinitionError of `@kubewright/api-facts` for a type that holds itself.
   */
  schemaOf(type: LibraryShape): JsonSchema | undefined;
}

export interface LibrarySchemasOptions {
  /** Writes out name, namespace, labels, annotations and finalizers of metadata within a spec, instead of an open object. */
  readonly generateEmbeddedObjectMeta: boolean;
}

export function createLibrarySchemas(options: LibrarySchemasOptions): LibrarySchemas {
  // A PodTemplateSpec takes milliseconds to expand, and many kinds embed one.
  const expanded = new Map<string, JsonSchema | undefined>();

  function expandOnce(name: string): JsonSchema | undefined {
    if (!expanded.has(name)) {
      expanded.set(name, expand(name, { embeddedObjectMeta: options.generateEmbeddedObjectMeta }));
    }
    return expanded.get(name);
  }

  return {
    schemaOf({ library, module, name }) {
      const isApimachinery = library === "@kubewright/apimachinery";
      const ours = isApimachinery ? apimachineryTypes.get(name) : undefined;
      if (ours !== undefined) return ours;
      // apimachinery has the types of meta/v1, in files of its own.
      const definition = definitionOfType(isApimachinery ? "meta/v1" : module, name);
      return definition === undefined ? undefined : expandOnce(definition);
    },
  };
}

/** Types that no server publishes: they name what a plain `number`, or JSON of any shape, is in a schema. */
const apimachineryTypes: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["Int32", { type: "integer", format: "int32" }],
  ["Int64", { type: "integer", format: "int64" }],
  ["Double", { type: "number", format: "double" }],
  ["JsonValue", { "x-kubernetes-preserve-unknown-fields": true }],
  ["JsonObject", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
]);
