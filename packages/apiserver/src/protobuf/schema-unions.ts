// Unions in CRD schemas, such as JSONSchemaPropsOrBool: one of several types in JSON, and a message with a field for each type in protobuf.
import type { JsonObject } from "../objects/api-object.ts";

/** Converts a union between its message and its JSON value. */
export interface Union {
  readonly toJson: (fields: JsonObject) => unknown;
  readonly fromJson: (value: unknown) => JsonObject;
}

/** The union of a definition; undefined for other definitions. */
export function unionOf(definitionName: string): Union | undefined {
  return definitionName.startsWith(prefix) ? unions.get(definitionName.slice(prefix.length)) : undefined;
}

const prefix = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOr";

function listOr(name: string): Union {
  return {
    toJson: (fields) => fields[name] ?? fields["schema"] ?? null,
    fromJson: (value) => (Array.isArray(value) ? { [name]: value } : { schema: value }),
  };
}

const unions: ReadonlyMap<string, Union> = new Map([
  ["Array", listOr("jSONSchemas")],
  ["StringArray", listOr("property")],
  [
    "Bool",
    {
      toJson: (fields) => fields["schema"] ?? fields["allows"] === true,
      fromJson: (value) => (typeof value === "boolean" ? { allows: value } : { allows: true, schema: value }),
    },
  ],
]);
