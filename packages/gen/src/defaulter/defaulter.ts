/**
 * Generates a defaulting function for each kind, in a file beside the one that declares it. It applies the default markers to objects that
 * no API server has defaulted: those from files and tests, and those in webhooks.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { defaultSchemaOf } from "./default-schema.ts";

/** The path of the defaulters of a source file, in the same folder. */
export function defaultersPath(file: string): string {
  return `${directoryOf(file)}/zz_generated.defaults.${nameOf(file)}`;
}

/**
 * The content of a file of defaulters, for the kinds in one source file. Undefined when no kind has a default.
 *
 * @param schemaOf returns the complete schema of a kind.
 */
export function printDefaulters(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string | undefined {
  const defaulted = kinds
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    .flatMap((declared) => {
      const schema = defaultSchemaOf(schemaOf(declared));
      return schema === undefined ? [] : [{ declared, schema }];
    });
  const [first] = defaulted;
  if (first === undefined) return undefined;
  const names = defaulted.map(({ declared }) => declared.kind).join(", ");
  return [
    generatedHeader,
    "",
    'import type { JsonValue } from "@kubewright/apimachinery";',
    'import { applyDefaults } from "@kubewright/schema";',
    'import type { JsonSchema } from "@kubewright/schema";',
    "",
    `import type { ${names} } from ${literal(`./${nameOf(first.declared.file)}`)};`,
    ...defaulted.flatMap(({ declared, schema }) => ["", ...printDefaulter(declared.kind, schema)]),
    "",
  ].join("\n");
}

function printDefaulter(kind: string, schema: JsonSchema): readonly string[] {
  const constant = `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}Defaults`;
  return [
    `const ${constant}: JsonSchema = ${literal(schema)};`,
    "",
    "/** Applies the defaults of the markers to absent fields. Returns the same object if no default applies. */",
    `export function default${kind}(object: ${kind}): ${kind} {`,
    `  return applyDefaults(object as unknown as JsonValue, ${constant}) as unknown as ${kind};`,
    "}",
  ];
}
