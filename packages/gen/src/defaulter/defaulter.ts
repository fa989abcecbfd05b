/**
 * Generates a defaulting function for each kind, in a file beside the one that declares it. It applies the default markers to objects that
 * no API server has defaulted: those from files and tests, and those in webhooks.
 */
import type { JsonSchema } from "@kubewright/schema";

import { literal, lowerFirst, printCode } from "../artifacts/code.ts";
import { nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { defaultSchemaOf } from "./default-schema.ts";

/**
 * The content of a file of defaulters, for the kinds in one source file. Undefined when no kind has a default. `schemaOf` returns the complete
 * schema of a kind.
 */
export function printDefaulters(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string | undefined {
  const defaulted = kinds.flatMap((declared) => {
    const schema = defaultSchemaOf(schemaOf(declared));
    return schema === undefined ? [] : [{ kind: declared.kind, file: declared.file, schema }];
  });
  const [first] = defaulted;
  if (first === undefined) return undefined;
  return printCode(
    'import type { JsonValue } from "@kubewright/apimachinery";',
    'import { applyDefaults } from "@kubewright/schema";',
    'import type { JsonSchema } from "@kubewright/schema";',
    "",
    `import type { ${defaulted.map(({ kind }) => kind).join(", ")} } from ${literal(`./${nameOf(first.file)}`)};`,
    ...defaulted.flatMap(({ kind, schema }) => ["", ...printDefaulter(kind, schema)]),
  );
}

function printDefaulter(kind: string, schema: JsonSchema): readonly string[] {
  const constant = `${lowerFirst(kind)}Defaults`;
  return [
    `const ${constant}: JsonSchema = ${literal(schema)};`,
    "",
    "/** Applies the defaults of the markers to absent fields. Returns the same object if no default applies. */",
    `export function default${kind}(object: ${kind}): ${kind} {`,
    `  return applyDefaults(object as unknown as JsonValue, ${constant}) as unknown as ${kind};`,
    "}",
  ];
}
