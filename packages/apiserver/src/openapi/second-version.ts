// GET /openapi/v2: all group versions in one document of OpenAPI v2. It is converted from the documents of v3, without the keywords that v2 lacks.
// https://swagger.io/specification/v2/
import type { OpenApiDocument, PathItem } from "./document.ts";
import { documentInfo } from "./document.ts";
import type { Operation, Parameter } from "./operations.ts";
import { secondVersionSchema } from "./second-version-schema.ts";

/** Joins the documents of all group versions. */
export function secondVersionDocument(documents: Iterable<OpenApiDocument>): object {
  const paths: Record<string, object> = {};
  const definitions: Record<string, unknown> = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) paths[path] = pathItemOf(item);
    for (const [name, schema] of Object.entries(document.components.schemas))
      definitions[name] ??= secondVersionSchema(schema);
  }
  return {
    swagger: "2.0",
    info: documentInfo(),
    paths: sorted(paths),
    definitions: sorted(definitions),
    securityDefinitions: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
    security: [{ BearerToken: [] }],
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathItemOf({ operations, parameters }: PathItem): object {
  const methods = Object.entries(operations).map(([method, operation]) => [method, operationOf(operation)] as const);
  const ofPath = ["parameters", parameters.map((parameter) => parameterOf(parameter))] as const;
  return Object.fromEntries<unknown>([...methods, ofPath]);
}

function operationOf({ parameters = [], requestBody, responses, ...rest }: Operation): object {
  const schemaIn = (content: { readonly [type: string]: { readonly schema: object } } = {}): object => {
    const [first] = Object.values(content);
    return first === undefined ? {} : { schema: secondVersionSchema(first.schema) };
  };
  const required = requestBody?.required === undefined ? {} : { required: true };
  const body = requestBody && { name: "body", in: "body", ...required, ...schemaIn(requestBody.content) };
  return {
    ...rest,
    consumes: requestBody === undefined ? ["*/*"] : Object.keys(requestBody.content),
    produces: ["application/json", "application/yaml"],
    schemes: ["https"],
    parameters: [...(body === undefined ? [] : [body]), ...parameters.map((parameter) => parameterOf(parameter))],
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, { description, content }]) => [
        code,
        { description, ...schemaIn(content) },
      ]),
    ),
  };
}

function parameterOf({ schema, ...parameter }: Parameter): object {
  return { ...parameter, ...schema };
}
