/** The messages of an OpenAPI v3 document: package `openapi.v3` of gnostic, as far as documents of an API server use them. */
import type { JsonValue } from "@kubewright/apimachinery";
import type { Field, MessageTable } from "./message-table.ts";
import { mapOf, message, orReference, wrapped } from "./message-table.ts";

export const thirdVersionMessages: MessageTable = {
  Document: message(
    {
      openapi: [1, "string"],
      info: [2, "Info"],
      paths: [4, "Paths"],
      components: [5, "Components"],
      security: [6, "SecurityRequirement[]"],
    },
    9,
  ),
  Info: message({ title: [1, "string"], description: [2, "string"], version: [6, "string"] }, 7),
  Paths: { entries: [1, "PathItem"], extensions: 2 },
  PathItem: message(
    {
      $ref: [1, "string"],
      summary: [2, "string"],
      description: [3, "string"],
      get: [4, "Operation"],
      put: [5, "Operation"],
      post: [6, "Operation"],
      delete: [7, "Operation"],
      options: [8, "Operation"],
      head: [9, "Operation"],
      patch: [10, "Operation"],
      trace: [11, "Operation"],
      parameters: [13, "ParameterOrReference[]"],
    },
    14,
  ),
  Operation: message(
    {
      tags: [1, "string[]"],
      summary: [2, "string"],
      description: [3, "string"],
      operationId: [5, "string"],
      parameters: [6, "ParameterOrReference[]"],
      requestBody: [7, "RequestBodyOrReference"],
      responses: [8, "Responses"],
      deprecated: [10, "bool"],
      security: [11, "SecurityRequirement[]"],
    },
    13,
  ),
  ParameterOrReference: orReference("Parameter", "Reference"),
  Parameter: message(
    {
      name: [1, "string"],
      in: [2, "string"],
      description: [3, "string"],
      required: [4, "bool"],
      deprecated: [5, "bool"],
      allowEmptyValue: [6, "bool"],
      style: [7, "string"],
      explode: [8, "bool"],
      allowReserved: [9, "bool"],
      schema: [10, "SchemaOrReference"],
      example: [11, "Any"],
      content: [13, "MediaTypes"],
    },
    14,
  ),
  RequestBodyOrReference: orReference("RequestBody", "Reference"),
  RequestBody: message({ description: [1, "string"], content: [2, "MediaTypes"], required: [3, "bool"] }, 4),
  MediaTypes: mapOf("MediaType"),
  MediaType: message({ schema: [1, "SchemaOrReference"], example: [2, "Any"] }, 5),
  Responses: { fields: { default: [1, "ResponseOrReference"] }, entries: [2, "ResponseOrReference"], extensions: 3 },
  ResponseOrReference: orReference("Response", "Reference"),
  Response: message({ description: [1, "string"], content: [3, "MediaTypes"] }, 5),
  Reference: message({ $ref: [1, "string"], summary: [2, "string"], description: [3, "string"] }),
  Components: message({ schemas: [1, "SchemasOrReferences"], securitySchemes: [7, "SecuritySchemesOrReferences"] }, 10),
  SchemasOrReferences: mapOf("SchemaOrReference"),
  SchemaOrReference: orReference("Schema", "Reference"),
  Schema: message(
    {
      nullable: [1, "bool"],
      readOnly: [3, "bool"],
      writeOnly: [4, "bool"],
      externalDocs: [6, "ExternalDocs"],
      example: [7, "Any"],
      deprecated: [8, "bool"],
      title: [9, "string"],
      multipleOf: [10, "double"],
      maximum: [11, "double"],
      exclusiveMaximum: [12, "bool"],
      minimum: [13, "double"],
      exclusiveMinimum: [14, "bool"],
      maxLength: [15, "int64"],
      minLength: [16, "int64"],
      pattern: [17, "string"],
      maxItems: [18, "int64"],
      minItems: [19, "int64"],
      uniqueItems: [20, "bool"],
      maxProperties: [21, "int64"],
      minProperties: [22, "int64"],
      required: [23, "string[]"],
      enum: [24, "Any[]"],
      type: [25, "string"],
      allOf: [26, "SchemaOrReference[]"],
      oneOf: [27, "SchemaOrReference[]"],
      anyOf: [28, "SchemaOrReference[]"],
      not: [29, "Schema"],
      items: [30, "ItemsItem"],
      properties: [31, "Properties"],
      additionalProperties: [32, "AdditionalPropertiesItem"],
      default: [33, "DefaultType"],
      description: [34, "string"],
      format: [35, "string"],
    },
    36,
  ),
  ItemsItem: wrapped("SchemaOrReference[]"),
  Properties: mapOf("SchemaOrReference"),
  AdditionalPropertiesItem: {
    choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, "SchemaOrReference"]),
  },
  DefaultType: { choose: defaultField },
  ExternalDocs: message({ description: [1, "string"], url: [2, "string"] }, 3),
  SecuritySchemesOrReferences: mapOf("SecuritySchemeOrReference"),
  SecuritySchemeOrReference: orReference("SecurityScheme", "Reference"),
  SecurityScheme: message(
    { type: [1, "string"], description: [2, "string"], name: [3, "string"], in: [4, "string"], scheme: [5, "string"] },
    9,
  ),
  SecurityRequirement: mapOf("StringArray"),
  StringArray: wrapped("string[]"),
};

/** A default that is an object, a list or null has no field: the message is empty then. */
function defaultField(value: JsonValue): Field | undefined {
  switch (typeof value) {
    case "number":
    case "bigint":
      return [1, "double"];
    case "boolean":
      return [2, "bool"];
    case "string":
      return [3, "string"];
    default:
      return undefined;
  }
}
