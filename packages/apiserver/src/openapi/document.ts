// The OpenAPI document of a group version: its paths with their operations, and the schemas that they reference.
import { definitionOf } from "@kubewright/api-facts";
import type { GroupVersionKind, JsonObject } from "@kubewright/apimachinery";
import { versionInfo } from "../discovery/version.ts";
import { subresourcesOf } from "../discovery/classic.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Subresource } from "../registry/subresource.ts";
import type { Operation, Operations, Parameter, Target } from "./operations.ts";
import { methodOf, operationOf, pathParameters } from "./operations.ts";
import type { SchemaOptions } from "./schemas.ts";
import { componentSchemas, listDefinitionName } from "./schemas.ts";

/** The document of a group version, in OpenAPI 3.0. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The operations by method, and their common parameters. */
export interface PathItem {
  readonly operations: Operations;
  readonly parameters: readonly Parameter[];
}

/** The document of a group version. A document with the `target` v2 is the input of `secondVersionDocument`. */
export function groupVersionDocument(
  registry: Registry,
  { group, version }: Pick<GroupVersionKind, "group" | "version">,
  options: SchemaOptions,
): OpenApiDocument {
  const resources = registry.resources(group, version);
  return {
    openapi: "3.0.0",
    info: documentInfo(),
    paths: Object.fromEntries(resources.flatMap((resource) => pathsOf(resource)).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: componentSchemas(resources, options) },
  };
}

/** The title and the version of the server. */
export function documentInfo(): OpenApiDocument["info"] {
  const { major, minor } = versionInfo();
  return { title: "Kubernetes", version: `${major}.${minor}` };
}

/** The document as JSON, which has the methods of a path beside its parameters. */
export function documentJson({ paths, ...document }: OpenApiDocument): JsonObject {
  const flat = Object.entries(paths).map(
    ([path, { operations, parameters }]) => [path, { ...operations, parameters }] as const,
  );
  return asJson({ ...document, paths: Object.fromEntries(flat) });
}

/** The document as a JSON value: it consists of literals and of schemas that were decoded from JSON. */
export function asJson(document: object): JsonObject {
  return document as JsonObject;
}

const collectionVerbs: ReadonlySet<string> = new Set(["create", "deletecollection", "list"]);

function pathsOf(resource: VersionedResource): readonly [string, PathItem][] {
  const { version } = resource;
  const root = resource.group === "" ? `/api/${version.name}` : `/apis/${resource.group}/${version.name}`;
  const collection = resource.namespaced
    ? `${root}/namespaces/{namespace}/${resource.plural}`
    : `${root}/${resource.plural}`;
  const gvk = { group: resource.group, version: version.name, kind: resource.kind };
  const about = (verb: string): Target => {
    const definitionName = verb === "list" ? listDefinitionName(resource) : version.definitionName;
    return { resource, verb, gvk, definitionName, suffix: "" };
  };
  const paths: [string, PathItem][] = [];
  const add = (path: string, targets: readonly Target[], parameters: readonly Parameter[]): void => {
    if (targets.length > 0) paths.push([path, { operations: operationsOf(targets), parameters }]);
  };
  const [onCollection, onObject] = [true, false].map((wanted) =>
    resource.verbs.filter((verb) => collectionVerbs.has(verb) === wanted).map((verb) => about(verb)),
  );
  add(collection, onCollection ?? [], pathParameters(resource, { named: false }));
  add(`${collection}/{name}`, onObject ?? [], pathParameters(resource, { named: true }));
  if (resource.namespaced && resource.verbs.includes("list")) {
    const everywhere = { ...about("list"), everywhere: true as const };
    add(`${root}/${resource.plural}`, [everywhere], pathParameters(resource, { named: false, everywhere: true }));
  }
  for (const subresource of subresourcesOf(resource)) {
    const path = `${collection}/{name}/${subresource.name}`;
    add(path, subresourceTargets(resource, subresource), pathParameters(resource, { named: true }));
  }
  return paths;
}

function subresourceTargets(resource: VersionedResource, subresource: Subresource): readonly Target[] {
  const { version } = resource;
  const isOwn = subresource.type === "object";
  const gvk = isOwn ? { group: resource.group, version: version.name, kind: resource.kind } : subresource.gvk;
  const definitionName = isOwn ? version.definitionName : (definitionOf(gvk) ?? "");
  const suffix = subresource.name.charAt(0).toUpperCase() + subresource.name.slice(1);
  return subresource.verbs.map((verb) => ({ resource, verb, gvk, definitionName, suffix }));
}

function operationsOf(targets: readonly Target[]): Operations {
  return Object.fromEntries(
    targets.flatMap((target): [string, Operation][] => {
      const method = methodOf(target.verb);
      return method === undefined ? [] : [[method, operationOf(target)]];
    }),
  );
}
