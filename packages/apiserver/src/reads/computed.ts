/** Reads of kinds whose objects are computed for each request (ComponentStatus): they have no versions, and their lists have no pages. */
import { notAcceptable, notFound } from "@kubewright/apimachinery";
import { partialMetadata, rowOptionsOf, tableOf } from "../negotiation/table.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { respondWithFields, respondWithObject, goTypeOfKind } from "../request/responses.ts";
import { parseListOptions } from "../request/list-options.ts";
import type { Scope } from "../request/scope.ts";
import { selectionOf } from "./selection.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Handles a GET of one object. Rejects with 404, whose message has the singular name. */
export async function getComputed(scope: Scope): Promise<ServerResponse> {
  const { resource, target } = scope;
  const { group, singular, compute } = resource;
  const object = compute?.().find(({ metadata }) => metadata.name === target.name);
  if (object === undefined) throw notFound({ group, resource: singular }, target.name);
  return respondWithObject(scope, 200, object as ApiObject); // It belongs to this request.
}

/** Handles a list. Selectors apply, limits do not. */
export async function listComputed(scope: Scope): Promise<ServerResponse> {
  const { resource, request, accept, namespace } = scope;
  const selection = selectionOf(resource, namespace, "", parseListOptions(request.query, false));
  const objects = (resource.compute?.() ?? []).filter(({ metadata }) =>
    selection.matches({
      name: metadata.name ?? "",
      namespace: metadata.namespace ?? "",
      labels: metadata.labels ?? {},
      fields: undefined,
    }),
  );
  const apiVersion = `meta.k8s.io/${accept.asVersion}`;
  if (accept.as === undefined) {
    const items = objects.map(({ kind: _kind, apiVersion: _apiVersion, ...fields }) => fields);
    return respondWithFields(scope, { kind: resource.listKind, apiVersion: resource.apiVersion, metadata: {}, items });
  }
  switch (accept.as) {
    case "PartialObjectMetadataList": {
      const items = objects.map((object) => partialMetadata(object, resource, accept.asVersion));
      return respondWithFields(scope, { kind: "PartialObjectMetadataList", apiVersion, metadata: {}, items });
    }
    case "PartialObjectMetadata": {
      const type = goTypeOfKind(scope, resource.listKind);
      throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
    }
    case "Table":
      return respondWithFields(scope, tableOfAll(scope, objects));
  }
}

function tableOfAll(scope: Scope, objects: readonly ReadonlyObject[]): object {
  const options = rowOptionsOf(scope);
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${options.metaVersion}`,
    metadata: {},
    columnDefinitions: options.table.columns,
    rows: objects.flatMap((object) => tableOf(object, options).rows),
  };
}
