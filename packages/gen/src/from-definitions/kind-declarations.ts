/** The declaration of a kind, in the style of the sources of `@kubewright/api`: an interface, and its descriptor under the same name. */
import { literal } from "../artifacts/code.ts";
import type { Definition, DefinitionVersion } from "../definitions/definition.ts";
import { docComment } from "./comments.ts";
import type { TypeWriter } from "./type-writer.ts";
import { definitionMarkers, schemaMarkers, validationMarker } from "./written-markers.ts";

/** The interface and the descriptor of one version of a kind, under `name`. */
export function kindDeclarations(
  definition: Definition,
  version: DefinitionVersion,
  name: string,
  writer: TypeWriter,
): readonly string[] {
  const { schema } = version;
  const members = writer.members(schema, name, typeMeta);
  // A schema that preserves unknown fields and declares none allows any field.
  const isOpen = members === "" && schema["x-kubernetes-preserve-unknown-fields"] === true;
  return [
    [
      docComment(schema.description ?? "", kindMarkers(definition, version), ""),
      `export interface ${name} extends KubernetesObject {\n`,
      `  readonly apiVersion?: ${literal(`${definition.group}/${version.name}`)};\n`,
      `  readonly kind?: ${literal(definition.names.kind)};\n`,
      isOpen ? "  readonly [field: string]: unknown;\n" : members,
      "}\n",
    ].join(""),
    descriptor(definition, version, name),
  ];
}

/** Fields that an interface inherits from `KubernetesObject` or declares as a literal. */
const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function kindMarkers(definition: Definition, version: DefinitionVersion): readonly string[] {
  const isOpen = version.schema["x-kubernetes-preserve-unknown-fields"] === true;
  return [
    ...definitionMarkers(definition, version),
    ...(isOpen ? validationMarker("XPreserveUnknownFields", true, "value") : []),
    ...schemaMarkers(version.schema, "value"),
  ];
}

function descriptor({ group, names, scope }: Definition, version: DefinitionVersion, name: string): string {
  const subresources = [...(version.status ? ["status"] : []), ...(version.scale === undefined ? [] : ["scale"])];
  const fields: readonly (readonly [string, string | boolean | readonly string[]])[] = [
    ["group", group],
    ["version", version.name],
    ["kind", names.kind],
    ["plural", names.plural],
    ["singular", names.singular],
    ["listKind", names.listKind],
    ["namespaced", scope === "Namespaced"],
    ["subresources", subresources],
    ["shortNames", names.shortNames],
    ["categories", names.categories],
  ];
  const lines = fields
    .filter(([, value]) => typeof value !== "object" || value.length > 0)
    .map(([field, value]) => `  ${field}: ${literal(value)},\n`);
  return `export const ${name}: ResourceType<${name}> = {\n${lines.join("")}};\n`;
}
