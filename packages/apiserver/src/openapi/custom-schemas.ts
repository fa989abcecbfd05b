/**
 * The published schemas of custom kinds: the schema of the CRD and what the API server adds, which is the metadata of objects and embedded objects, and
 * the types of int-or-string.
 */
import { typeDescriptions } from "@kubewright/api-facts";
import type { TypeDescriptions } from "@kubewright/api-facts";
import { getOwn, isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";
import type { DocumentVersion } from "./representation.ts";
import { secondVersionSchema } from "./second-version-schema.ts";

const metaPrefix = "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.";

/** A schema in a document. The forms of references differ between the two versions of OpenAPI, so it is not a `JsonSchema`. */
interface PublishedSchema {
  readonly [keyword: string]: unknown;
}

/** The descriptions of the fields that all kinds have. */
type FieldTexts = Readonly<Record<string, string>>;

const pod = "io.k8s.api.core.v1.Pod";

/** Those of a built-in type: kube-apiserver has the same for all kinds. */
function objectTextsOf({ descriptions }: CustomSchemaOptions): FieldTexts {
  return getOwn(descriptions, pod)?.fields ?? {};
}

function listTextsOf(options: CustomSchemaOptions): FieldTexts {
  const texts = { ...objectTextsOf(options), kind: "The kind of the list.", metadata: "The metadata of the list." };
  return { ...texts, ...getOwn(options.descriptions, "io.k8s.api.core.v1.PodList")?.fields };
}

function typeMeta(texts: FieldTexts): PublishedSchema {
  return {
    apiVersion: { type: "string", description: texts["apiVersion"] },
    kind: { type: "string", description: texts["kind"] },
  };
}

function metadataOf(type: string, texts: FieldTexts): PublishedSchema {
  return { description: texts["metadata"], allOf: [{ $ref: `${metaPrefix}${type}` }] };
}

/** What the schemas of custom kinds depend on besides their CRDs. */
export interface CustomSchemaOptions {
  readonly target: DocumentVersion;
  readonly descriptions: TypeDescriptions;
}

/** The schema of a custom kind for a document of this version. */
export function customSchema(resource: VersionedResource, options: CustomSchemaOptions): PublishedSchema {
  const { version } = resource;
  const { target } = options;
  const schema = version.schema();
  const extensions = {
    "x-kubernetes-group-version-kind": [{ group: resource.group, kind: resource.kind, version: version.name }],
    ...selectableFieldsOf(version.selectableFields),
  };
  // kubectl rejects unknown fields as soon as a definition of v2 has any fields.
  const isOpen = target === "v2" && schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema === undefined || isOpen) return { type: "object", ...extensions };
  const published = expanded(target === "v2" ? secondVersionSchema(schema) : { ...schema }, options);
  const texts = objectTextsOf(options);
  return {
    ...published,
    properties: { ...propertiesOf(published), ...typeMeta(texts), metadata: metadataOf("ObjectMeta", texts) },
    ...extensions,
  };
}

/** The schema of its list. */
export function customListSchema(resource: VersionedResource, options: CustomSchemaOptions): PublishedSchema {
  const { group, plural, listKind, version } = resource;
  const texts = listTextsOf(options);
  return {
    type: "object",
    description: `A list of ${plural}.`,
    required: ["items"],
    properties: {
      ...typeMeta(texts),
      metadata: metadataOf("ListMeta", texts),
      items: {
        type: "array",
        description: `The ${plural}.`,
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
function expanded(schema: PublishedSchema, options: CustomSchemaOptions): PublishedSchema {
  const { items, additionalProperties } = schema;
  const properties = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, isSchema(property) ? expanded(property, options) : property] as const,
  );
  const inner = {
    ...schema,
    ...(schema["properties"] === undefined ? {} : { properties: Object.fromEntries(properties) }),
    ...(isSchema(items) ? { items: expanded(items, options) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: expanded(additionalProperties, options) } : {}),
  };
  return withEmbeddedFields(options.target === "v3" ? withTypes(inner) : inner, options);
}

function withEmbeddedFields(schema: PublishedSchema, options: CustomSchemaOptions): PublishedSchema {
  if (schema["x-kubernetes-embedded-resource"] !== true) return schema;
  // As for an open root: with these fields, kubectl rejects all others.
  if (options.target === "v2" && schema["x-kubernetes-preserve-unknown-fields"] === true) return schema;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  const missing = ["kind", "apiVersion"].filter((name) => !required.includes(name));
  const metadata = metadataOf("ObjectMeta", objectTextsOf(options));
  // Loaded texts do not replace those of the other two: kube-apiserver has separate ones for embedded objects.
  const ownTexts = typeDescriptions()[pod]?.fields ?? {};
  return {
    ...schema,
    properties: { ...propertiesOf(schema), ...typeMeta(ownTexts), metadata },
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
