/** The OpenAPI v3 document of routes: their paths, and the schemas that they reference. */
import type { JsonObject } from "@kubewright/apimachinery";
import { versionInfo } from "../discovery/version.ts";
import { operationNames } from "./operation-ids.ts";
import type { PathItem, PathOperation } from "./paths.ts";
import { pathItems } from "./paths.ts";
import type { Parameter } from "./parameters.ts";
import type { Route } from "./route.ts";
import type { Schemas } from "./schemas.ts";

/** The title and the version of the server. */
export function documentInfo(): JsonObject {
  const { major, minor } = versionInfo();
  return { title: "Kubernetes", version: `${major}.${minor}` };
}

/** That of the document of a group of custom resources, which kube-apiserver builds apart from the others. */
export const customDocumentInfo: JsonObject = { title: "Kubernetes CRD Swagger", version: "v0.1.0" };

/** The document of these routes. */
export function thirdVersionDocument(
  routes: readonly Route[],
  schemas: Schemas,
  info: JsonObject = documentInfo(),
): JsonObject {
  return asJson({
    openapi: "3.0.0",
    info,
    paths: Object.fromEntries(pathItems(routes).map(([path, item]) => [path, pathItemOf(item)] as const)),
    components: { schemas },
  });
}

/** The document as a JSON value: it consists of literals and of schemas that were decoded from JSON. */
export function asJson(document: object): JsonObject {
  return document as JsonObject;
}

function pathItemOf({ parameters, operations }: PathItem): object {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.route.method, operationOf(operation)] as const)),
    ...parametersOf(parameters),
  };
}

function operationOf({ route, parameters }: PathOperation): object {
  const { body, consumes, produces, responses, description, action, gvk } = route;
  const { operationId, tags } = operationNames(route.name, route.path);
  const required = body?.required === undefined ? {} : { required: true };
  return {
    tags,
    description,
    operationId,
    ...parametersOf(parameters),
    ...(body === undefined ? {} : { requestBody: { content: contentOf(consumes, body.schema), ...required } }),
    responses: Object.fromEntries<object>([
      ...responses.map(
        ([code, text, schema]) => [code, { description: text, content: contentOf(produces, schema) }] as const,
      ),
      ["401", { description: "Unauthorized" }] as const,
    ]),
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(gvk === undefined ? {} : { "x-kubernetes-group-version-kind": gvk }),
  };
}

function contentOf(types: readonly string[], schema: object): object {
  return Object.fromEntries(types.map((type) => [type, { schema }] as const));
}

function parametersOf(parameters: readonly Parameter[]): object {
  if (parameters.length === 0) return {};
  return {
    parameters: parameters.map(({ name, in: place, description, required, type }) => ({
      name,
      in: place,
      description,
      ...(required === undefined ? {} : { required }),
      schema: { type, uniqueItems: true },
    })),
  };
}
