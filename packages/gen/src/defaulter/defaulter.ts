/**
 * A function for each kind that fills in what its default markers say, beside the file that declares it: for objects that no server has
 * defaulted, such as those of a file, of a test, or of a webhook that is asked before the schema is.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { defaultSchemaOf } from "./default-schema.ts";

/** Where the defaulters of a source file are written: beside it. */
export function defaultersPath(file: string): string {
  return `${directoryOf(file)}/zz_generated.defaults.${nameOf(file)}`;
}

/**
 * The text of a file of defaulters, for the kinds that one source file declares. Undefined when none of them has a default.
 *
 * @param schemaOf the whole schema of a kind.
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
    "/** The object with what its markers say where it says nothing; one that needs no default is given back as it is. */",
    `export function default${kind}(object: ${kind}): ${kind} {`,
    `  return applyDefaults(object as unknown as JsonValue, ${constant}) as unknown as ${kind};`,
    "}",
  ];
}
