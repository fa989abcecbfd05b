/**
 * Generates a function for each kind that validates an object by its schema, in a file beside the one that declares it. A program can then
 * report the errors of an API server for an object from a file, a form or a webhook.
 */
import type { JsonSchema } from "@kubewright/schema";

import { literal, lowerFirst, printCode } from "../artifacts/code.ts";
import { mapSchema } from "../crd/map-schema.ts";
import { nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";

/** The content of a file of validations, for the kinds in one source file. `schemaOf` returns the complete schema of a kind. */
export function printValidations(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  return printCode(
    'import type { FieldError, JsonValue } from "@kubewright/apimachinery";',
    'import { validate, validateListTypes } from "@kubewright/schema";',
    'import type { JsonSchema } from "@kubewright/schema";',
    "",
    // The namespace import keeps the names of kinds apart from the other names in the file.
    `import type * as kinds from ${literal(`./${nameOf(kinds[0]?.file ?? "")}`)};`,
    ...kinds.flatMap((kind) => ["", ...printValidation(kind.kind, schemaOf(kind))]),
  );
}

function printValidation(kind: string, whole: JsonSchema): readonly string[] {
  const constant = `${lowerFirst(kind)}Schema`;
  const schema = mapSchema(whole, ({ description: _description, default: _default, ...rest }) => rest);
  return [
    `const ${constant}: JsonSchema = ${literal(schema)};`,
    "",
    "/**",
    ` * Returns the errors in the fields of the ${kind}, each with its path; empty if it is valid. With the old object, unchanged invalid values are`,
    " * accepted. Only the API server checks CEL rules and metadata.",
    " */",
    `export function validate${kind}(object: kinds.${kind}, old?: kinds.${kind}): readonly FieldError[] {`,
    "  const value = object as unknown as JsonValue;",
    "  const options = old === undefined ? {} : { old: old as unknown as JsonValue };",
    `  return [...validate(value, ${constant}, options), ...validateListTypes(value, ${constant})];`,
    "}",
  ];
}
