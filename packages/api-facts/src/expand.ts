// A built-in type as part of a custom resource's schema: self-contained, and in the form controller-gen gives it, so that
// a CRD generated from TypeScript equals the one generated from Go. Markers that only controller-gen reads are not published
// (`marker-facts.ts`), and controller-gen does not read all published enums.

import type { JsonSchema } from "@kubewright/schema";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionOfReference } from "./definitions.ts";
import { RecursiveDefinitionError } from "./errors.ts";
import { isDefaultRead, markersOf, wellKnownSchema } from "./marker-facts.ts";

/** How a type is embedded. */
export interface ExpandOptions {
  /**
   * Describes the fields of an embedded ObjectMeta that users may set (`generateEmbeddedObjectMeta` of controller-gen).
   * By default it is an object without known fields, which a server prunes to nothing. Default: false.
   */
  readonly embeddedObjectMeta?: boolean;
}

/**
 * The structural schema of a definition, with everything it refers to in place: without `$ref`, descriptions and enums,
 * with the `x-kubernetes-*` keys of lists and maps. Returns `undefined` for an unknown name.
 *
 * @throws {RecursiveDefinitionError} when the type contains itself, which a structural schema cannot express.
 */
export function expand(name: string, options: ExpandOptions = {}): JsonSchema | undefined {
  return definition(name) === undefined ? undefined : expandDefinition(name, { options, path: [] });
}

/** The state of an expansion: its options, and the definitions that contain the current one. */
interface Expansion {
  readonly options: ExpandOptions;
  readonly path: readonly string[];
}

function expandDefinition(name: string, { options, path }: Expansion): JsonSchema {
  const known = wellKnownSchema(name, options.embeddedObjectMeta ?? false);
  if (known) return known;
  if (path.includes(name)) throw new RecursiveDefinitionError(path[0] ?? name, name);
  const schema = definition(name);
  if (schema === undefined) throw new TypeError(`Cannot expand "${path[0]}": there is no definition "${name}"`);

  const inner = { options, path: [...path, name] };
  const { properties, required = [] } = schema;
  if (properties === undefined) return expandSchema(schema, inner);
  const marked = markersOf(name);
  const requiredAll = [...required, ...(marked.required ?? [])].toSorted();
  const expanded = Object.entries(properties).map(([field, property]): [string, JsonSchema] => [
    field,
    { ...expandSchema(property, inner), ...defaultOf(name, field, property), ...marked.fields?.[field] },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(expanded),
    ...(requiredAll.length > 0 && { required: requiredAll }),
    ...listAndMapKeys(schema),
    ...marked.self,
  };
}

function expandSchema(schema: DefinitionSchema, expansion: Expansion): JsonSchema {
  const { $ref, type, format, items, additionalProperties } = schema;
  if ($ref !== undefined) {
    return { ...expandDefinition(definitionOfReference($ref), expansion), ...listAndMapKeys(schema) };
  }
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(items && { items: expandSchema(items, expansion) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: expandSchema(additionalProperties, expansion),
    }),
    ...listAndMapKeys(schema),
  };
}

const listAndMapKeyNames = ["x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"] as const;

function listAndMapKeys(schema: DefinitionSchema): JsonSchema {
  const present = listAndMapKeyNames.filter((key) => schema[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, schema[key]]));
}

/** A default that is a zero value is not declared in Go: it is the value of a field without `omitempty`. */
function defaultOf(name: string, field: string, { default: value }: DefinitionSchema): JsonSchema | undefined {
  const isZero = value === "" || value === 0 || value === false || isEmptyObject(value);
  return value === undefined || isZero || !isDefaultRead(name, field) ? undefined : { default: value };
}

function isEmptyObject(value: JsonSchema["default"]): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
