// GET /openapi/v2: all group versions in one document of OpenAPI v2, without the keywords that v2 lacks.
// https://swagger.io/specification/v2/
import { documentInfo } from "./document.ts";
import { operationNames } from "./operation-ids.ts";
import type { PathItem, PathOperation } from "./paths.ts";
import { pathItems } from "./paths.ts";
import type { Parameter } from "./parameters.ts";
import type { Route } from "./route.ts";
import type { Schemas } from "./schemas.ts";
import { secondVersionSchema } from "./second-version-schema.ts";
import { SharedParameters } from "./shared-parameters.ts";

/** Types that are strings in v2, and strings or numbers in v3. */
const textDefinitions: ReadonlySet<string> = new Set([
  "io.k8s.apimachinery.pkg.api.resource.Quantity",
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
]);

/** The document of these routes. */
export function secondVersionDocument(routes: readonly Route[], schemas: Schemas): object {
  const shared = new SharedParameters();
  const paths = pathItems(routes).map(([path, item]) => [path, pathItemOf(item, shared)] as const);
  const definitions = Object.entries(schemas).map(([name, schema]) => {
    const converted = secondVersionSchema(schema);
    return [name, textDefinitions.has(name) ? { ...converted, type: "string" } : converted] as const;
  });
  return {
    swagger: "2.0",
    info: documentInfo(),
    paths: Object.fromEntries(paths),
    definitions: Object.fromEntries(definitions),
    parameters: shared.byName(),
    securityDefinitions: {
      BearerToken: {
        description: "The token of a user or a service account, after the word Bearer.",
        type: "apiKey",
        name: "authorization",
        in: "header",
      },
    },
    security: [{ BearerToken: [] }],
  };
}

function pathItemOf({ parameters, operations }: PathItem, shared: SharedParameters): object {
  return {
    ...Object.fromEntries(
      operations.map((operation) => [operation.route.method, operationOf(operation, shared)] as const),
    ),
    ...parametersOf(parameters.map(parameterOf), shared),
  };
}

function operationOf({ route, parameters }: PathOperation, shared: SharedParameters): object {
  const { body, consumes, produces, responses, description, action, gvk } = route;
  const { operationId, tags } = operationNames(route.name, route.path);
  const required = body?.required === undefined ? {} : { required: true };
  const inBody =
    body === undefined ? [] : [{ name: "body", in: "body", ...required, schema: secondVersionSchema(body.schema) }];
  const all = [...parameters.map(parameterOf), ...inBody];
  return {
    description,
    ...(consumes.length === 0 ? {} : { consumes }),
    produces,
    schemes: ["https"],
    tags,
    operationId,
    ...parametersOf(
      all.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      shared,
    ),
    responses: Object.fromEntries<object>([
      ...responses.map(
        ([code, text, schema]) => [code, { description: text, schema: secondVersionSchema(schema) }] as const,
      ),
      ["401", { description: "Unauthorized" }] as const,
    ]),
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(gvk === undefined ? {} : { "x-kubernetes-group-version-kind": gvk }),
  };
}

function parameterOf({ name, in: place, type, description, required }: Parameter): PublishedParameter {
  return { uniqueItems: true, type, description, name, in: place, ...(required === undefined ? {} : { required }) };
}

interface PublishedParameter {
  readonly name: string;
  readonly [keyword: string]: unknown;
}

function parametersOf(parameters: readonly PublishedParameter[], shared: SharedParameters): object {
  return parameters.length === 0 ? {} : { parameters: parameters.map((parameter) => shared.referenceTo(parameter)) };
}
