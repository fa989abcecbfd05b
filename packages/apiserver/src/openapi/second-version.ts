// GET /openapi/v2: everything that is served in one document, in the older form. It is made of the newer documents, by what the two forms
// call things; what the older one has no words for is left out. https://swagger.io/specification/v2/
import { isJsonObject } from "@kubewright/apimachinery";
import type { OpenApiDocument, PathItem } from "./document.ts";
import { documentInfo } from "./document.ts";
import type { Operation, Parameter } from "./operations.ts";

/** All documents as one. */
export function secondVersionDocument(documents: Iterable<OpenApiDocument>): object {
  const paths: Record<string, object> = {};
  const definitions: Record<string, unknown> = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) paths[path] = pathItemOf(item);
    for (const [name, schema] of Object.entries(document.components.schemas))
      definitions[name] ??= definitionOf(schema);
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
    return first === undefined ? {} : { schema: definitionOf(first.schema) };
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

/** What the older form lacks, and clients of it cannot read. */
const unknownKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "default", "not", "nullable", "oneOf"]);

/** A schema in the older form, without what would change its meaning when it is not understood. */
function definitionOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => definitionOf(item));
  if (!isJsonObject(schema)) return schema;
  const reference = referenceIn(schema);
  const open = schema["nullable"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (unknownKeywords.has(key)) return [];
    // Without a type, kubectl reads neither fields nor items.
    if (open && (key === "properties" || key === "items" || key === "type")) return [];
    if (key === "properties" && isJsonObject(value)) {
      return [[key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, definitionOf(item)]))]];
    }
    if (key === "$ref" && typeof value === "string") return [[key, renamed(value)]];
    return [[key, key === "items" || key === "additionalProperties" ? definitionOf(value) : value]];
  });
  return Object.fromEntries(reference === undefined ? kept : [...kept, ["$ref", renamed(reference)]]);
}

/** A reference with something beside it has to be wrapped in the newer form. */
function referenceIn({ allOf }: { readonly [key: string]: unknown }): string | undefined {
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as readonly unknown[]) : [];
  return isJsonObject(only) && typeof only["$ref"] === "string" ? only["$ref"] : undefined;
}

function renamed(reference: string): string {
  return reference.replace("#/components/schemas/", "#/definitions/");
}
