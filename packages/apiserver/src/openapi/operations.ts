// An operation of a document: its name, parameters and responses. kubectl reads the kind, the query parameters and the body types of patches;
// generators of clients read everything.
import type { GroupVersionKind } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";
import { referenceTo } from "./schemas.ts";

/** The operations of a path, by method in lower case. */
export type Operations = { [method: string]: Operation };

export interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: true };
  readonly responses: { readonly [code: string]: { readonly description: string; readonly content?: Content } };
  readonly "x-kubernetes-action": string;
  readonly "x-kubernetes-group-version-kind": GroupVersionKind;
}

export type Content = { readonly [mediaType: string]: { readonly schema: object } };

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: true;
  readonly schema: { readonly type: string; readonly uniqueItems: true };
}

/** The resource or subresource of an operation. */
export interface Target {
  readonly resource: VersionedResource;
  readonly verb: string;
  /** The kind of the request and the response. `definitionName` is `""` for a kind without a definition. */
  readonly gvk: GroupVersionKind;
  readonly definitionName: string;
  /** `Status` of `…/status`; `""` for the resource itself. */
  readonly suffix: string;
  /** A list across namespaces. */
  readonly everywhere?: true;
}

/** The HTTP method of a verb; `undefined` for a watch, which is a list with a parameter. */
export function methodOf(verb: string): string | undefined {
  return methods[verb];
}

const methods: Readonly<Record<string, string>> = {
  create: "post",
  delete: "delete",
  deletecollection: "delete",
  get: "get",
  list: "get",
  patch: "patch",
  update: "put",
};

/** Describes one operation. */
export function operationOf(target: Target): Operation {
  const { resource, verb, gvk, definitionName } = target;
  const isDelete = verb === "delete" || verb === "deletecollection";
  const shown = isDelete && !hasObjectResponse(resource, verb) ? statusName : definitionName;
  const responses = (codes[verb] ?? [["200", "OK"]]).map(
    ([code, description]) => [code, { description, content: contentOf(shown) }] as const,
  );
  const parameters = queryParameters[verb];
  const requestBody = bodyOf(target, isDelete);
  return {
    operationId: operationIdOf(target),
    description: `${words[verb] ?? verb} ${gvk.kind}`,
    ...(parameters === undefined ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: Object.fromEntries<Operation["responses"][string]>([
      ...responses,
      ["401", { description: "Unauthorized" }] as const,
    ]),
    "x-kubernetes-action": actions[verb] ?? verb,
    "x-kubernetes-group-version-kind": gvk,
  };
}

const actions: Readonly<Record<string, string>> = { create: "post", update: "put" };
const words: Readonly<Record<string, string>> = {
  create: "create a",
  delete: "delete a",
  deletecollection: "delete a collection of",
  get: "read the specified",
  list: "list or watch objects of kind",
  patch: "partially update the specified",
  update: "replace the specified",
};

const created = ["201", "Created"] as const;
const accepted = ["202", "Accepted"] as const;
const okay = ["200", "OK"] as const;
const codes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  create: [okay, created, accepted],
  delete: [okay, accepted],
  patch: [okay, created],
  update: [okay, created],
};

const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";
const statusName = `${metaPrefix}Status`;

function hasObjectResponse(resource: VersionedResource, verb: string): boolean {
  return verb === "delete" && resource.strategy.deletion?.returnsObject === true;
}

function bodyOf({ resource, verb, definitionName }: Target, isDelete: boolean): Operation["requestBody"] {
  if (isDelete) return { content: contentOf(`${metaPrefix}DeleteOptions`) };
  if (verb === "patch") return { content: patchContent(resource), required: true };
  if (verb === "create" || verb === "update") return { content: contentOf(definitionName), required: true };
  return undefined;
}

function contentOf(definitionName: string): Content {
  const schema = definitionName === "" ? { type: "object" } : referenceTo(definitionName);
  return { "application/json": { schema }, "application/yaml": { schema } };
}

/** kubectl reads the supported patch types from these media types. */
function patchContent(resource: VersionedResource): Content {
  const types = [
    "json-patch+json",
    "merge-patch+json",
    ...(resource.custom ? [] : ["strategic-merge-patch+json"]),
    "apply-patch+yaml",
  ];
  return Object.fromEntries(
    types.map((type) => [`application/${type}`, { schema: referenceTo(`${metaPrefix}Patch`) }]),
  );
}

/** `listAppsV1NamespacedDeployment`, `replaceCoreV1NodeStatus`. */
function operationIdOf({ resource, verb, gvk, suffix, everywhere }: Target): string {
  const { version } = resource;
  const group = resource.group === "" ? "Core" : groupWords(resource);
  const scope = resource.namespaced && everywhere === undefined ? "Namespaced" : "";
  const collection = verb === "deletecollection" ? "Collection" : "";
  const kind = suffix === "" && everywhere === undefined ? gvk.kind : resource.kind;
  return `${idWords[verb] ?? verb}${group}${capitalized(version.name)}${collection}${scope}${kind}${suffix}${everywhere ? "ForAllNamespaces" : ""}`;
}

const idWords: Readonly<Record<string, string>> = { deletecollection: "delete", get: "read", update: "replace" };

/** The group in an operation ID; for a built-in group, its first part only. */
function groupWords({ group, custom }: VersionedResource): string {
  const parts = custom ? group.split(/[.-]/u) : [group.split(".")[0] ?? ""];
  return parts.map(capitalized).join("");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const written = [query("dryRun", "string"), query("fieldManager", "string"), query("fieldValidation", "string")];
const selection = [
  query("allowWatchBookmarks", "boolean"),
  query("continue", "string"),
  query("fieldSelector", "string"),
  query("labelSelector", "string"),
  query("limit", "integer"),
  query("resourceVersion", "string"),
  query("resourceVersionMatch", "string"),
  query("sendInitialEvents", "boolean"),
  query("timeoutSeconds", "integer"),
  query("watch", "boolean"),
];
const deletion = [
  query("dryRun", "string"),
  query("gracePeriodSeconds", "integer"),
  query("orphanDependents", "boolean"),
  query("propagationPolicy", "string"),
];
const queryParameters: Readonly<Record<string, readonly Parameter[]>> = {
  create: written,
  update: written,
  patch: [...written, query("force", "boolean")],
  list: selection,
  delete: deletion,
  deletecollection: [
    ...selection.filter(({ name }) => name !== "watch" && name !== "allowWatchBookmarks"),
    ...deletion,
  ],
};

function query(name: string, type: string): Parameter {
  return { name, in: "query", schema: { type, uniqueItems: true } };
}

/** The parameters of a path and of every request. */
export function pathParameters(
  resource: VersionedResource,
  parts: { readonly named: boolean; readonly everywhere?: true },
): readonly Parameter[] {
  const names = [
    ...(parts.named ? ["name"] : []),
    ...(resource.namespaced && parts.everywhere === undefined ? ["namespace"] : []),
  ];
  const inPath = names.map((name): Parameter => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", uniqueItems: true },
  }));
  return [...inPath, query("pretty", "string")];
}
