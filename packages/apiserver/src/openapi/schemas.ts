// The schemas of a document: the kinds in its paths, and the definitions that they reference.
import { getOwn } from "@kubewright/apimachinery";
import { definition, definitionOf, definitionOfReference } from "@kubewright/api-facts";
import { subresourcesOf } from "../discovery/classic.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { customListSchema, customSchema } from "./custom-schemas.ts";
import type { DocumentVersion } from "./representation.ts";
import type { TypeDescriptions } from "./type-descriptions.ts";
import { withDescriptions } from "./type-descriptions.ts";

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const listMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";
const shared: readonly string[] = [
  objectMeta,
  listMeta,
  "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Patch",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Status",
];

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
}

/** The definitions that the paths of these resources need, by name. */
export function componentSchemas(
  resources: readonly VersionedResource[],
  { target, descriptions }: SchemaOptions,
): Readonly<Record<string, object>> {
  const schemas = new Map<string, object>();
  const waiting = [...shared];
  for (const resource of resources) {
    if (resource.custom) {
      schemas.set(resource.version.definitionName, customSchema(resource, target));
      schemas.set(listDefinitionName(resource), customListSchema(resource));
    } else {
      waiting.push(resource.version.definitionName, listDefinitionName(resource));
    }
    for (const subresource of subresourcesOf(resource)) {
      if (subresource.type !== "object") waiting.push(definitionOf(subresource.gvk) ?? "");
    }
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (schemas.has(name)) continue;
    const schema = definition(name);
    if (schema === undefined) continue;
    schemas.set(name, inThirdVersion(withDescriptions(schema, getOwn(descriptions, name) ?? {})));
    collectReferences(schema, waiting);
  }
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
