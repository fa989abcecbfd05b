// The schemas of a document: those that its paths reference, and those that these reference.
import { getOwn } from "@kubewright/apimachinery";
import { definition, definitionOf, definitionOfReference } from "@kubewright/api-facts";
import type { TypeDescriptions } from "@kubewright/api-facts";
import type { VersionedResource } from "../registry/registry.ts";
import { customListSchema, customSchema } from "./custom-schemas.ts";
import type { GroupVersion } from "./option-kinds.ts";
import type { DocumentVersion } from "./representation.ts";
import { withDescriptions } from "./type-descriptions.ts";

/** A reference to a definition of the same document. */
export function referenceTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The name of the definition of a kind's list. */
export function listDefinitionName({ group, kind, listKind, custom, version }: VersionedResource): string {
  if (custom) return version.definitionName.slice(0, -kind.length) + listKind;
  return definitionOf({ group, version: version.name, kind: listKind }) ?? "";
}

/** The values besides the resources on which the schemas of a document depend. */
export interface SchemaOptions {
  /** The version of OpenAPI for which schemas of custom kinds are prepared. */
  readonly target: DocumentVersion;
  readonly descriptions: TypeDescriptions;
  /** The group versions of DeleteOptions and WatchEvent. */
  readonly groupVersions: readonly GroupVersion[];
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, object>>;

/** The definitions that these values refer to, and those that these refer to, in the order of their names. */
export function componentSchemas(
  references: unknown,
  resources: readonly VersionedResource[],
  options: SchemaOptions,
): Schemas {
  const schemas = new Map<string, object>();
  const custom = new Map(
    resources.flatMap((resource): [string, () => object][] => {
      if (!resource.custom) return [];
      return [
        [resource.version.definitionName, () => customSchema(resource, options)],
        [listDefinitionName(resource), () => customListSchema(resource, options)],
      ];
    }),
  );
  const waiting: string[] = [];
  collectReferences(references, waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (schemas.has(name)) continue;
    const schema = custom.get(name)?.() ?? publishedSchema(name, options);
    if (schema === undefined) continue;
    schemas.set(name, schema);
    collectReferences(schema, waiting);
  }
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function publishedSchema(name: string, { descriptions, groupVersions }: SchemaOptions): object | undefined {
  const schema = definition(name);
  if (schema === undefined) return undefined;
  const published = inThirdVersion(withDescriptions(schema, getOwn(descriptions, name) ?? {}));
  const kind = kindsOfAllGroups.get(name);
  if (kind === undefined) return published;
  const kinds = groupVersions.map(({ group, version }) => ({ group, kind, version }));
  return { ...published, "x-kubernetes-group-version-kind": kinds };
}

/** Definitions of kinds that all group versions have. */
const kindsOfAllGroups: ReadonlyMap<string, string> = new Map(
  ["DeleteOptions", "WatchEvent"].map((kind) => [`io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`, kind]),
);

/**
 * Published schemas are in the form of OpenAPI v2, where a reference may have siblings; v3 needs a wrapper for these. (The schema of JSONSchemaProps
 * has a property with the name `$ref`, which is not a reference.)
 */
function inThirdVersion(value: object): object {
  const reference = "$ref" in value && typeof value.$ref === "string" ? value.$ref : undefined;
  const fields = Object.entries(value).filter(([key]) => key !== "$ref" || reference === undefined);
  if (reference !== undefined && fields.length === 0) return { $ref: reference };
  const converted = fields.map(([key, item]: [string, unknown]) => [key, convertedItem(item)] as const);
  const wrapped = reference === undefined ? {} : { allOf: [{ $ref: reference }] };
  return Object.assign(Object.fromEntries<unknown>(converted), wrapped);
}

function convertedItem(item: unknown): unknown {
  if (Array.isArray(item)) return item.map((each: unknown) => convertedItem(each));
  return typeof item === "object" && item !== null ? inThirdVersion(item) : item;
}

function collectReferences(value: unknown, found: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectReferences(item, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "$ref" && typeof item === "string") found.push(definitionOfReference(item));
      else collectReferences(item, found);
    }
  }
}
