/** The messages of an OpenAPI v2 document: package `openapi.v2` of gnostic, as far as documents of an API server use them. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Field, Message, MessageTable } from "./message-table.ts";
import { isReference, mapOf, message, orReference, wrapped } from "./message-table.ts";

export const secondVersionMessages: MessageTable = {
  Document: message(
    {
      swagger: [1, "string"],
      info: [2, "Info"],
      host: [3, "string"],
      basePath: [4, "string"],
      schemes: [5, "string[]"],
      consumes: [6, "string[]"],
      produces: [7, "string[]"],
      paths: [8, "Paths"],
      definitions: [9, "Definitions"],
      parameters: [10, "ParameterDefinitions"],
      security: [12, "SecurityRequirement[]"],
      securityDefinitions: [13, "SecurityDefinitions"],
    },
    16,
  ),
  Info: message({ title: [1, "string"], version: [2, "string"], description: [3, "string"] }, 7),
  Paths: { entries: [2, "PathItem"], extensions: 1 },
  PathItem: message(
    {
      get: [2, "Operation"],
      put: [3, "Operation"],
      post: [4, "Operation"],
      delete: [5, "Operation"],
      options: [6, "Operation"],
      head: [7, "Operation"],
      patch: [8, "Operation"],
      parameters: [9, "ParametersItem[]"],
    },
    10,
  ),
  Operation: message(
    {
      tags: [1, "string[]"],
      summary: [2, "string"],
      description: [3, "string"],
      operationId: [5, "string"],
      produces: [6, "string[]"],
      consumes: [7, "string[]"],
      parameters: [8, "ParametersItem[]"],
      responses: [9, "Responses"],
      schemes: [10, "string[]"],
      deprecated: [11, "bool"],
      security: [12, "SecurityRequirement[]"],
    },
    13,
  ),
  ParametersItem: orReference("Parameter", "JsonReference"),
  Parameter: { choose: (value) => (locationOf(value) === "body" ? [1, "BodyParameter"] : [2, "NonBodyParameter"]) },
  BodyParameter: message(
    {
      description: [1, "string"],
      name: [2, "string"],
      in: [3, "string"],
      required: [4, "bool"],
      schema: [5, "Schema"],
    },
    6,
  ),
  NonBodyParameter: { choose: nonBodyParameter },
  QueryParameter: parameterMessage({ allowEmptyValue: [5, "bool"] }, 6),
  PathParameter: parameterMessage({}, 5),
  JsonReference: message({ $ref: [1, "string"], description: [2, "string"] }),
  Responses: { entries: [1, "ResponseValue"], extensions: 2 },
  ResponseValue: orReference("Response", "JsonReference"),
  Response: message({ description: [1, "string"], schema: [2, "SchemaItem"] }, 5),
  SchemaItem: wrapped("Schema"),
  Definitions: mapOf("Schema"),
  ParameterDefinitions: mapOf("Parameter"),
  Schema: message(
    {
      $ref: [1, "string"],
      format: [2, "string"],
      title: [3, "string"],
      description: [4, "string"],
      default: [5, "Any"],
      multipleOf: [6, "double"],
      maximum: [7, "double"],
      exclusiveMaximum: [8, "bool"],
      minimum: [9, "double"],
      exclusiveMinimum: [10, "bool"],
      maxLength: [11, "int64"],
      minLength: [12, "int64"],
      pattern: [13, "string"],
      maxItems: [14, "int64"],
      minItems: [15, "int64"],
      uniqueItems: [16, "bool"],
      maxProperties: [17, "int64"],
      minProperties: [18, "int64"],
      required: [19, "string[]"],
      enum: [20, "Any[]"],
      additionalProperties: [21, "AdditionalPropertiesItem"],
      type: [22, "TypeItem"],
      items: [23, "ItemsItem"],
      allOf: [24, "Schema[]"],
      properties: [25, "Properties"],
      discriminator: [26, "string"],
      readOnly: [27, "bool"],
      externalDocs: [29, "ExternalDocs"],
      example: [30, "Any"],
    },
    31,
  ),
  AdditionalPropertiesItem: { choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, "Schema"]) },
  TypeItem: wrapped("string[]"),
  ItemsItem: wrapped("Schema[]"),
  Properties: mapOf("Schema"),
  ExternalDocs: message({ description: [1, "string"], url: [2, "string"] }, 3),
  SecurityDefinitions: mapOf("SecurityDefinitionsItem"),
  SecurityDefinitionsItem: { choose: () => [2, "ApiKeySecurity"] },
  ApiKeySecurity: message(
    { type: [1, "string"], name: [2, "string"], in: [3, "string"], description: [4, "string"] },
    5,
  ),
  SecurityRequirement: mapOf("StringArray"),
  StringArray: wrapped("string[]"),
};

/** Path and query parameters have the same fields, beginning at `first`, except one field of query parameters. */
function parameterMessage(more: Readonly<Record<string, Field>>, first: number): Message {
  const types = {
    type: "string",
    format: "string",
    items: "PrimitivesItems",
    collectionFormat: "string",
    default: "Any",
    maximum: "double",
    exclusiveMaximum: "bool",
    minimum: "double",
    exclusiveMinimum: "bool",
    maxLength: "int64",
    minLength: "int64",
    pattern: "string",
    maxItems: "int64",
    minItems: "int64",
    uniqueItems: "bool",
    enum: "Any[]",
    multipleOf: "double",
  };
  const numbered = Object.entries(types).map(([key, type], index): [string, Field] => [key, [first + index, type]]);
  const fields: Readonly<Record<string, Field>> = {
    required: [1, "bool"],
    in: [2, "string"],
    description: [3, "string"],
    name: [4, "string"],
    ...more,
    ...Object.fromEntries(numbered),
  };
  return message(fields, first + numbered.length);
}

function nonBodyParameter(value: JsonValue): Field {
  return locationOf(value) === "path" ? [4, "PathParameter"] : [3, "QueryParameter"];
}

function locationOf(value: JsonValue): JsonValue | undefined {
  return isJsonObject(value) && !isReference(value) ? value["in"] : undefined;
}
