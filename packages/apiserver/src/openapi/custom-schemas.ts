/**
 * The published schemas of custom kinds: the schema of the CRD and what the API server adds, which is the metadata of objects and embedded objects, and
 * the types of int-or-string. The descriptions equal those of kube-apiserver, because `kubectl explain` prints them.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";
import type { DocumentVersion } from "./representation.ts";
import { secondVersionSchema } from "./second-version-schema.ts";

const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const metaPrefix = "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.";

const typeMeta = {
  apiVersion: {
    type: "string",
    description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  },
  kind: {
    type: "string",
    description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
  },
};

const metadata = {
  description: `Standard object's metadata. More info: ${conventions}#metadata`,
  allOf: [{ $ref: `${metaPrefix}ObjectMeta` }],
};

const listMetadata = {
  description: `Standard list metadata. More info: ${conventions}#types-kinds`,
  allOf: [{ $ref: `${metaPrefix}ListMeta` }],
};

const embeddedProperties = {
  apiVersion: {
    type: "string",
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
  },
  kind: {
    type: "string",
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
  },
  metadata,
};

/** A schema in a document. The forms of references differ between the two versions of OpenAPI, so it is not a `JsonSchema`. */
interface PublishedSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of a custom kind for a document of this version. */
export function customSchema(resource: VersionedResource, target: DocumentVersion): PublishedSchema {
  const { version } = resource;
  const schema = version.schema();
  const extensions = {
    "x-kubernetes-group-version-kind": [{ group: resource.group, kind: resource.kind, version: version.name }],
    ...selectableFieldsOf(version.selectableFields),
  };
  // kubectl rejects unknown fields as soon as a definition of v2 has any fields.
  const isOpen = target === "v2" && schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema === undefined || isOpen) return { type: "object", ...extensions };
  const published = expanded(target === "v2" ? secondVersionSchema(schema) : { ...schema }, target);
  return {
    ...published,
    properties: { ...propertiesOf(published), ...typeMeta, metadata },
    ...extensions,
  };
}

/** The schema of its list. */
export function customListSchema({ group, plural, kind, listKind, version }: VersionedResource): PublishedSchema {
  return {
    type: "object",
    description: `${listKind} is a list of ${kind}`,
    required: ["items"],
    properties: {
      ...typeMeta,
      metadata: listMetadata,
      items: {
        type: "array",
        description: `List of ${plural}. More info: ${conventions}`,
        items: { $ref: `#/components/schemas/${version.definitionName}` },
      },
    },
    "x-kubernetes-group-version-kind": [{ group, kind: listKind, version: version.name }],
    ...selectableFieldsOf(version.selectableFields),
  };
}

function selectableFieldsOf(paths: readonly string[] = []): PublishedSchema {
  if (paths.length === 0) return {};
  return { "x-kubernetes-selectable-fields": paths.map((fieldPath) => ({ fieldPath })) };
}

/** Adds the fields of embedded objects and the types of int-or-string, at every depth. */
function expanded(schema: PublishedSchema, target: DocumentVersion): PublishedSchema {
  const { items, additionalProperties } = schema;
  const properties = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, isSchema(property) ? expanded(property, target) : property] as const,
  );
  const inner = {
    ...schema,
    ...(schema["properties"] === undefined ? {} : { properties: Object.fromEntries(properties) }),
    ...(isSchema(items) ? { items: expanded(items, target) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: expanded(additionalProperties, target) } : {}),
  };
  return withEmbeddedFields(target === "v3" ? withTypes(inner) : inner, target);
}

function withEmbeddedFields(schema: PublishedSchema, target: DocumentVersion): PublishedSchema {
  if (schema["x-kubernetes-embedded-resource"] !== true) return schema;
  // As for an open root: with these fields, kubectl rejects all others.
  if (target === "v2" && schema["x-kubernetes-preserve-unknown-fields"] === true) return schema;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  const missing = ["kind", "apiVersion"].filter((name) => !required.includes(name));
  return {
    ...schema,
    properties: { ...propertiesOf(schema), ...embeddedProperties },
    required: [...required, ...missing],
  };
}

const intOrString: JsonValue = [{ type: "integer" }, { type: "string" }];

function withTypes(schema: PublishedSchema): PublishedSchema {
  if (schema["x-kubernetes-int-or-string"] !== true) return schema;
  const { anyOf, allOf } = schema;
  if (anyOf === undefined && !beginsWithTypes(allOf)) return { ...schema, anyOf: intOrString };
  if (isTypes(anyOf) || beginsWithTypes(allOf)) return schema;
  return { ...schema, allOf: [{ anyOf: intOrString }, ...(Array.isArray(allOf) ? (allOf as readonly unknown[]) : [])] };
}

function beginsWithTypes(allOf: unknown): boolean {
  const [first] = Array.isArray(allOf) ? (allOf as readonly unknown[]) : [];
  return isSchema(first) && isTypes(first["anyOf"]);
}

function isTypes(anyOf: unknown): boolean {
  return Array.isArray(anyOf) && isDeepEqual(anyOf, intOrString);
}

function propertiesOf({ properties }: PublishedSchema): PublishedSchema {
  return isSchema(properties) ? properties : {};
}

function isSchema(value: unknown): value is PublishedSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
