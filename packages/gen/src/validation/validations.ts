/**
 * A function for each kind that checks an object as its schema says, beside the file that declares it: what an API server would refuse, said by
 * the program itself, of a file, of a form, or of a part that a webhook has made.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { mapSchema } from "../crd/map-schema.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";

/** Where the validations of a source file are written: beside it. */
export function validationsPath(file: string): string {
  return `${directoryOf(file)}/zz_generated.validation.${nameOf(file)}`;
}

/**
 * The text of a file of validations, for the kinds that one source file declares.
 *
 * @param schemaOf the whole schema of a kind.
 */
export function printValidations(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const sorted = kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const [first] = sorted;
  if (first === undefined) return "";
  const from = literal(`./${nameOf(first.file)}`);
  return [
    generatedHeader,
    "",
    'import type { FieldError, JsonValue } from "@kubewright/apimachinery";',
    'import { validate, validateListTypes } from "@kubewright/schema";',
    'import type { JsonSchema } from "@kubewright/schema";',
    "",
    // By way of a name for all of them no kind can have the name of something else here.
    `import type * as kinds from ${from};`,
    ...sorted.flatMap((kind) => ["", ...printValidation(kind.kind, schemaOf(kind))]),
    "",
  ].join("\n");
}

function printValidation(kind: string, whole: JsonSchema): readonly string[] {
  const constant = `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}Schema`;
  const schema = mapSchema(whole, ({ description: _description, default: _default, ...rest }) => rest);
  return [
    `const ${constant}: JsonSchema = ${literal(schema)};`,
    "",
    "/**",
    ` * What is wrong with the fields of a ${kind}, each by its path; nothing when all is well. With the object as it was, what has not changed is`,
    " * forgiven. Rules in CEL are the server's to check, and so is the metadata.",
    " */",
    `export function validate${kind}(object: kinds.${kind}, old?: kinds.${kind}): readonly FieldError[] {`,
    "  const value = object as unknown as JsonValue;",
    "  const options = old === undefined ? {} : { old: old as unknown as JsonValue };",
    `  return [...validate(value, ${constant}, options), ...validateListTypes(value, ${constant})];`,
    "}",
  ];
}
