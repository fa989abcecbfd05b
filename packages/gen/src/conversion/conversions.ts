/**
 * Conversions between the versions of a kind. The storage version is the hub, every other version is a spoke. For each spoke: a function
 * that builds its conversion from the parts that only the author can write, and a round-trip test with random objects.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { descriptorPath } from "../descriptor/descriptor.ts";
import { importPath } from "../files/import-path.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { hasOpen, mapFields } from "./field-mapping.ts";
import { printObjects } from "./print-object.ts";
import type { Direction } from "./print-object.ts";

/** A version of a kind other than the storage version. */
export interface SpokeDeclaration {
  readonly spoke: KindDeclaration;
  readonly hub: KindDeclaration;
}

/** The path of the conversions for the spokes of a source file, in the same folder. */
export function conversionsPath(file: string): string {
  return `${directoryOf(file)}/zz_generated.conversion.${nameOf(file)}`;
}

/** The path of the file in which the author writes the conversions that cannot be generated: `gadget-conversion.ts`. */
export function conversionSourcePath(file: string): string {
  return file.replace(/\.ts$/, "-conversion.ts");
}

/**
 * The content of a file of conversions, for the spokes in one source file.
 *
 * @param schemaOf returns the complete schema of a kind.
 */
export function printConversions(
  spokes: readonly SpokeDeclaration[],
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const folder = directoryOf(spokes[0]?.spoke.file ?? "");
  const printed = spokes.flatMap((each) => ["", ...printSpoke(each, schemaOf)]);
  // The project may not allow unused imports.
  const used = ["annotate", "convertPresent", "copyFields", "mapValues", "presentFields"].filter((name) =>
    printed.some((text) => text.includes(`${name}(`)),
  );
  const filled = printed.some((text) => text.includes("ConvertedFields<")) ? "ConvertedFields, " : "";
  return [
    generatedHeader,
    "",
    `import { ${used.join(", ")} } from "@kubewright/webhook";`,
    `import type { AnnotationChanges, Converted, ${filled}Spoke } from "@kubewright/webhook";`,
    "",
    ...spokes.flatMap(({ spoke, hub }) => [
      `import { ${hub.kind} as Hub${hub.kind} } from ${literal(importPath(folder, descriptorPath(hub.file)))};`,
      `import { ${spoke.kind} as Spoke${spoke.kind} } from ${literal(importPath(folder, descriptorPath(spoke.file)))};`,
    ]),
    ...printed,
    "",
  ].join("\n");
}

function printSpoke(
  { spoke, hub }: SpokeDeclaration,
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): readonly string[] {
  const { kind } = spoke;
  const [spokeType, hubType] = [`Spoke${kind}`, `Hub${kind}`];
  const begin = `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}`;
  const spokeSchema = withoutServerFields(schemaOf(spoke));
  const hubSchema = withoutServerFields(schemaOf(hub));
  const toHub: Direction = { name: `${begin}ToHub`, fillType: `${kind}ToHub`, source: spokeType, target: hubType };
  const fromHub: Direction = {
    name: `${begin}FromHub`,
    fillType: `${kind}FromHub`,
    source: hubType,
    target: spokeType,
  };
  const mappings = { there: mapFields(spokeSchema, hubSchema), back: mapFields(hubSchema, spokeSchema) };
  const there = printObjects(mappings.there, toHub);
  const back = printObjects(mappings.back, fromHub);
  return [
    ...printFillType(toHub, spoke.version, hub.version, there.fill),
    "",
    ...printFillType(fromHub, hub.version, spoke.version, back.fill),
    "",
    `/** Converts ${kind} objects between ${spoke.version} and ${hub.version}, the storage version. */`,
    `export function create${kind}Spoke(fill: { readonly toHub: ${kind}ToHub; readonly fromHub: ${kind}FromHub }): Spoke<${spokeType}, ${hubType}> {`,
    "  return {",
    `    type: ${spokeType},`,
    `    hub: ${hubType},`,
    ...[toHub, fromHub].flatMap(({ name }, index) => {
      const side = index === 0 ? "toHub" : "fromHub";
      const isOpenMapping = hasOpen(index === 0 ? mappings.there : mappings.back);
      return [
        `    ${side}: (object) => ({`,
        `      ...${name}(object${isOpenMapping ? `, object, fill.${side}` : ""}),`,
        `      metadata: annotate(object, fill.${side}.annotations),`,
        "    }),",
      ];
    }),
    "  };",
    "}",
    ...[...there.functions, ...back.functions].flatMap((text) => ["", text]),
  ];
}

function printFillType(
  { fillType, source }: Direction,
  from: string,
  to: string,
  fill: readonly string[],
): readonly string[] {
  return [
    `/** Conversions that cannot be generated: the fields of ${to} that differ from those of ${from}, by the path of their object. */`,
    `export interface ${fillType} {`,
    "  /** Annotations for values that have no field in the other version. */",
    `  readonly annotations?: (object: ${source}) => AnnotationChanges;`,
    ...fill,
    "}",
  ];
}

/** The schema without the fields that are the same in all versions or follow from the version. */
function withoutServerFields(schema: JsonSchema): JsonSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
