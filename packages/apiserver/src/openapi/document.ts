// The OpenAPI document of a group version: the paths with what kubectl reads of them (the kind of each operation, the query parameters and body types
// of patches), and the schemas of everything they speak of.
import { definitionOf } from "@kubewright/api-facts";
import type { GroupVersionKind } from "@kubewright/apimachinery";
import { versionInfo } from "../discovery/version.ts";
import { subresourcesOf } from "../discovery/classic.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Subresource } from "../registry/subresource.ts";
import { componentSchemas, listDefinitionName, referenceTo } from "./schemas.ts";

type Operations = { [method: string]: object };

/** The document of a group version. */
export function groupVersionDocument(registry: Registry, group: string, version: string): object {
  const forms = registry.resources(group, version);
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: versionInfo().gitVersion },
    paths: Object.fromEntries(forms.flatMap((form) => pathsOf(form)).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: componentSchemas(forms) },
  };
}

const methodsOfVerbs: Readonly<Record<string, string>> = {
  create: "post",
  delete: "delete",
  deletecollection: "delete",
  get: "get",
  list: "get",
  patch: "patch",
  update: "put",
};

const collectionVerbs: ReadonlySet<string> = new Set(["create", "deletecollection", "list"]);

function pathsOf(form: VersionedResource): readonly [string, object][] {
  const { resource, version } = form;
  const root = resource.group === "" ? `/api/${version.name}` : `/apis/${resource.group}/${version.name}`;
  const collection = resource.namespaced
    ? `${root}/namespaces/{namespace}/${resource.plural}`
    : `${root}/${resource.plural}`;
  const gvk = { group: resource.group, version: version.name, kind: resource.kind };
  const onCollection: Operations = {};
  const onObject: Operations = {};
  for (const verb of resource.verbs) {
    const method = methodsOfVerbs[verb];
    if (method === undefined) continue; // A watch is a list with a parameter.
    const target = collectionVerbs.has(verb) ? onCollection : onObject;
    target[method] = operation(form, verb, gvk, verb === "list" ? listDefinitionName(form) : version.definitionName);
  }
  const paths: [string, object][] = [];
  if (Object.keys(onCollection).length > 0)
    paths.push([collection, { ...onCollection, parameters: pathParameters(form, false) }]);
  if (Object.keys(onObject).length > 0)
    paths.push([`${collection}/{name}`, { ...onObject, parameters: pathParameters(form, true) }]);
  if (resource.namespaced && resource.verbs.includes("list")) {
    paths.push([`${root}/${resource.plural}`, { get: operation(form, "list", gvk, listDefinitionName(form)) }]);
  }
  for (const subresource of subresourcesOf(form)) {
    const kind = subresource.type === "object" ? gvk : subresource.gvk;
    const operations = subresourceOperations(form, subresource, kind);
    paths.push([`${collection}/{name}/${subresource.name}`, { ...operations, parameters: pathParameters(form, true) }]);
  }
  return paths;
}

function subresourceOperations(form: VersionedResource, subresource: Subresource, kind: GroupVersionKind): Operations {
  const definitionName = subresource.type === "object" ? form.version.definitionName : (definitionOf(kind) ?? "");
  const operations: Operations = {};
  for (const verb of subresource.verbs) {
    const method = methodsOfVerbs[verb];
    if (method !== undefined) operations[method] = operation(form, verb, kind, definitionName);
  }
  return operations;
}

function operation(form: VersionedResource, verb: string, gvk: GroupVersionKind, definitionName: string): object {
  const answer = { description: "OK", content: jsonContent(definitionName) };
  const common = {
    responses: { [verb === "create" ? "201" : "200"]: answer },
    "x-kubernetes-action": actionsOfVerbs[verb] ?? verb,
    "x-kubernetes-group-version-kind": gvk,
  };
  switch (verb) {
    case "create":
    case "update":
      return {
        ...common,
        parameters: writeParameters,
        requestBody: { content: jsonContent(definitionName), required: true },
      };
    case "patch":
      return { ...common, parameters: patchParameters, requestBody: { content: patchContent(form), required: true } };
    default:
      return common;
  }
}

const actionsOfVerbs: Readonly<Record<string, string>> = { create: "post", update: "put" };

function jsonContent(definitionName: string): object {
  const schema = definitionName === "" ? { type: "object" } : referenceTo(definitionName);
  return { "application/json": { schema }, "application/yaml": { schema } };
}

/** kubectl takes the list of body types for what the kind's patches can be. */
function patchContent({ resource }: VersionedResource): object {
  const schema = { type: "object" };
  return {
    "application/json-patch+json": { schema },
    "application/merge-patch+json": { schema },
    ...(resource.custom ? {} : { "application/strategic-merge-patch+json": { schema } }),
  };
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => query(name, "string"));
const patchParameters = [...writeParameters, query("force", "boolean")];

function query(name: string, type: string): object {
  return { name, in: "query", schema: { type, uniqueItems: true } };
}

function pathParameters({ resource }: VersionedResource, named: boolean): readonly object[] {
  const names = [...(named ? ["name"] : []), ...(resource.namespaced ? ["namespace"] : [])];
  return names.map((name) => ({ name, in: "path", required: true, schema: { type: "string", uniqueItems: true } }));
}
