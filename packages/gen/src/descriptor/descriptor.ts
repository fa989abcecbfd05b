/**
 * The descriptors of kinds: `zz_generated.my-job.ts` beside `my-job.ts` has one constant for each kind, which the API expects at run
 * time (`client.get(MyJob, key)`). It exports the interface under the same name, so that a single import is enough.
 *
 * Strings from the source are printed as JSON literals, and names only as the compiler has parsed them.
 */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { literal, printCode, printResourceType, printType } from "../artifacts/code.ts";
import type { TypeText } from "../artifacts/code.ts";
import { defaultSchemaOf } from "../defaulter/default-schema.ts";
import { nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";

/** The content of a file of descriptors, for the kinds in one source file. `schemaOf` returns the complete schema of a kind. */
export function printDescriptors(
  kinds: readonly KindDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const shape = ({ kind }: KindDeclaration): string => (kinds.length === 1 ? "Shape" : `${kind}Shape`);
  const defaulted = kinds.map((kind) => defaultedType(schemaOf(kind)));
  const hasDefaults = defaulted.some((type) => type !== undefined);
  const imported = kinds.map((kind) => `${kind.kind} as ${shape(kind)}`).join(", ");
  return printCode(
    `import type { ${hasDefaults ? "Defaulted, ResourceType, StoredAs" : "ResourceType"} } from "@kubewright/apimachinery";`,
    "",
    `import type { ${imported} } from ${literal(`./${nameOf(kinds[0]?.file ?? "")}`)};`,
    ...kinds.flatMap((kind, index) => ["", ...printDescriptor(kind, shape(kind), defaulted[index])]),
  );
}

function printDescriptor(
  { kind, facts, ...rest }: KindDeclaration,
  shape: string,
  defaulted: string | undefined,
): readonly string[] {
  const { status, scale } = facts;
  const type =
    defaulted === undefined
      ? [`export type ${kind} = ${shape};`]
      : [
          `/** The object as clients write it. As read from a server (\`Stored<${kind}>\`) it has all defaults. */`,
          `export type ${kind} = ${shape} & StoredAs<Defaulted<${shape}, ${defaulted}>>;`,
        ];
  return [...type, "", ...printResourceType(kind, defaulted === undefined ? shape : kind, { ...rest, status, scale })];
}

/**
 * The fields that have a default, as the type that `Defaulted` of `@kubewright/apimachinery` reads; undefined without defaults. Every stored
 * object has these fields.
 */
function defaultedType(schema: JsonSchema): string | undefined {
  const defaults = defaultSchemaOf(schema);
  return defaults === undefined ? undefined : printType(typeOf(defaults));
}

function typeOf(defaults: JsonSchema): TypeText {
  const items = itemsOf(defaults);
  if (items !== undefined) return { items: typeOf(items) };
  const values = additionalOf(defaults);
  if (values !== undefined) return [{ name: undefined, type: typeOf(values) }];
  return Object.entries(defaults.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(property),
    // Without its own default, an object may be absent together with its fields.
    optional: property.default === undefined,
  }));
}
