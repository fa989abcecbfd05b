/** The declaration of a kind, in the style of the sources of `@kubewright/api`: an interface, and its descriptor under the same name. */
import { literal, printResourceType } from "../artifacts/code.ts";
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
  const descriptor = printResourceType(name, name, {
    ...definition,
    ...version,
    version: version.name,
    namespaced: definition.scope === "Namespaced",
  });
  return [
    [
      docComment(schema.description ?? "", kindMarkers(definition, version), ""),
      `export interface ${name} extends KubernetesObject {\n`,
      `  readonly apiVersion?: ${literal(`${definition.group}/${version.name}`)};\n`,
      `  readonly kind?: ${literal(definition.names.kind)};\n`,
      isOpen ? "  readonly [field: string]: unknown;\n" : members,
      "}\n",
    ].join(""),
    `${descriptor.join("\n")}\n`,
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
