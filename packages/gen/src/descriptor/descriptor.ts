/**
 * The descriptors of kinds: `zz_generated.my-job.ts` beside `my-job.ts` has one constant for each kind, which the API expects at run
 * time (`client.get(MyJob, key)`). It exports the interface under the same name, so that a single import is enough.
 *
 * Strings from the source are printed as JSON literals, and names only as the compiler has parsed them.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { defaultedType } from "./defaulted-type.ts";

/**
 * The content of a file of descriptors, for the kinds in one source file.
 *
 * @param schemaOf returns the complete schema of a kind.
 */
export function printDescriptors(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const [first] = kinds;
  if (first === undefined) return "";
  const defaulted = new Map(kinds.map((kind) => [kind, defaultedType(schemaOf(kind))]));
  const hasDefaults = [...defaulted.values()].some((type) => type !== undefined);
  const names = kinds.map(({ kind }) => kind).toSorted();
  const shape = (kind: string): string => (names.length === 1 ? "Shape" : `${kind}Shape`);
  const imported = names.map((kind) => `${kind} as ${shape(kind)}`).join(", ");
  return [
    generatedHeader,
    "",
    `import type { ${hasDefaults ? "Defaulted, ResourceType, StoredAs" : "ResourceType"} } from "@kubewright/apimachinery";`,
    "",
    `import type { ${imported} } from ${literal(`./${nameOf(first.file)}`)};`,
    ...kinds
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
      .flatMap((kind) => ["", ...printDescriptor(kind, shape(kind.kind), defaulted.get(kind))]),
    "",
  ].join("\n");
}

/** The path of the descriptors of a source file, in the same folder. */
export function descriptorPath(file: string): string {
  return `${directoryOf(file)}/zz_generated.${nameOf(file)}`;
}

function printDescriptor(kind: KindDeclaration, shape: string, defaulted: string | undefined): readonly string[] {
  const { names, facts } = kind;
  const subresources = [...(facts.status ? ["status"] : []), ...(facts.scale === undefined ? [] : ["scale"])];
  const fields: readonly (readonly [string, unknown])[] = [
    ["group", kind.group],
    ["version", kind.version],
    ["kind", kind.kind],
    ["plural", names.plural],
    ["singular", names.singular],
    ["listKind", names.listKind],
    ["namespaced", kind.isNamespaced],
    ["subresources", subresources],
    ["shortNames", names.shortNames ?? []],
    ["categories", names.categories ?? []],
  ];
  return [
    ...(defaulted === undefined
      ? [`export type ${kind.kind} = ${shape};`]
      : [
          `/** The object as clients write it. As read from a server (\`Stored<${kind.kind}>\`) it has all defaults. */`,
          `export type ${kind.kind} = ${shape} & StoredAs<Defaulted<${shape}, ${defaulted}>>;`,
        ]),
    "",
    `export const ${kind.kind}: ResourceType<${defaulted === undefined ? shape : kind.kind}> = {`,
    ...fields
      .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => `  ${name}: ${literal(value)},`),
    "};",
  ];
}
