/**
 * CRDs to TypeScript: one file for each group and version, with an interface and a descriptor for each kind in it. The types have the
 * markers from which `generate` would produce the same schemas; a folder marker disables this, because the project does not own the CRDs.
 */
import type { Artifact } from "../artifacts/artifact.ts";
import type { Definition, DefinitionVersion } from "../definitions/definition.ts";
import { kindDeclarations } from "./kind-declarations.ts";
import { createTypeNames } from "./type-names.ts";
import { TypeWriter } from "./type-writer.ts";

/** The beginning of the files that `kubewright import` may overwrite. */
export const importedBanner = "/** Types of custom resources, made from their CRDs by `kubewright import`. ";

/** Names that a file may import from `@kubewright/apimachinery`, and that its own types therefore cannot have. */
const importable = [
  "Double",
  "Int32",
  "Int64",
  "IntOrString",
  "JsonObject",
  "JsonValue",
  "KubernetesObject",
  "ResourceType",
];

/**
 * The files, by their path below the folder for imported types: `GROUP/VERSION/types.ts`. The result does not depend on the order of
 * the CRDs.
 */
export function definitionTypes(definitions: readonly Definition[]): readonly Artifact[] {
  const kinds = definitions.flatMap((definition) => definition.versions.map((version) => ({ definition, version })));
  const byVersion = Map.groupBy(kinds, ({ definition, version }) => `${definition.group}/${version.name}`);
  return [...byVersion]
    .map(([apiVersion, ofVersion]) => ({ path: `${apiVersion}/types.ts`, content: fileOf(ofVersion) }))
    .toSorted((a, b) => compareTexts(a.path, b.path));
}

interface VersionOfKind {
  readonly definition: Definition;
  readonly version: DefinitionVersion;
}

function fileOf(kinds: readonly VersionOfKind[]): string {
  const sorted = kinds.toSorted((a, b) => compareTexts(a.definition.name, b.definition.name));
  const names = createTypeNames(importable);
  // Kinds keep their names; nested types get another name if necessary.
  const named = sorted.map((kind) => ({ ...kind, name: names.take(kind.definition.names.kind) }));
  const writer = new TypeWriter(names);
  const parts = named.flatMap(({ definition, version, name }) => {
    const before = writer.declarations.length;
    const own = kindDeclarations(definition, version, name, writer);
    return [...own, ...writer.declarations.slice(before)];
  });
  const imports = [...new Set([...writer.imports, "KubernetesObject", "ResourceType"])].toSorted();
  const [first] = sorted;
  return [
    `${importedBanner}Changes are lost with the next import. */\n`,
    folderMarkers(first?.definition.group ?? "", first?.version.name ?? ""),
    `import type { ${imports.join(", ")} } from "@kubewright/apimachinery";\n`,
    ...parts,
  ].join("\n");
}

function folderMarkers(group: string, version: string): string {
  return `/**
 * No files are generated from these types. Remove the first marker to generate the CRDs from them.
 *
 * @kubebuilder:skip
 * @groupName=${group}
 * @versionName=${version}
 */
`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
