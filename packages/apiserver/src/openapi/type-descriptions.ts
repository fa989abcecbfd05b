/**
 * The descriptions of built-in types and their fields, which `kubectl explain` prints. The types that are used most have descriptions of this project. A
 * program can collect those of all types from the OpenAPI document of a kube-apiserver (`collectTypeDescriptions`).
 */
import { definitionNames, typeDescriptions } from "@kubewright/api-facts";
import type { TypeDescription, TypeDescriptions } from "@kubewright/api-facts";
import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

/**
 * The descriptions in an OpenAPI v2 document of a kube-apiserver, of the types that this server has. Ignores everything else in the document, also the
 * descriptions of another embedded server.
 */
export function collectTypeDescriptions(document: unknown): TypeDescriptions {
  const definitions = objectIn(document, "definitions");
  const known = new Set(definitionNames());
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, schema]): [string, TypeDescription][] => {
      if (!known.has(name)) return [];
      const described = descriptionOf(schema);
      if (described !== undefined && described === typeDescriptions()[name]?.description) return [];
      const fields = Object.entries(objectIn(schema, "properties")).flatMap(([field, property]): [string, string][] => {
        const text = descriptionOf(property);
        return text === undefined ? [] : [[field, text]];
      });
      return [
        [name, { ...(described === undefined ? {} : { description: described }), fields: Object.fromEntries(fields) }],
      ];
    }),
  );
}

function objectIn(value: unknown, key: string): Readonly<Record<string, JsonValue>> {
  const found = isJsonObject(value) ? getOwn(value, key) : undefined;
  return isJsonObject(found) ? found : {};
}

function descriptionOf(value: JsonValue): string | undefined {
  const found = isJsonObject(value) ? value["description"] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The schema of a type with its descriptions. */
export function withDescriptions(schema: object, { description, fields = {} }: TypeDescription): object {
  const described = description === undefined ? schema : { description, ...schema };
  if (!("properties" in schema) || typeof schema.properties !== "object" || schema.properties === null)
    return described;
  const properties = Object.entries(schema.properties).map(([name, property]: [string, object]) => {
    const text = getOwn(fields, name);
    return [name, text === undefined ? property : { description: text, ...property }] as const;
  });
  return { ...described, properties: Object.fromEntries(properties) };
}
