/**
 * Conversions between the versions of a kind. The storage version is the hub, every other version is a spoke. For each spoke: a function
 * that builds its conversion from the parts that only the author can write, and a round-trip test with random objects.
 */
import type { JsonSchema } from "@kubewright/schema";

import { generatedPath, literal, lowerFirst, printCode, upperFirst } from "../artifacts/code.ts";
import { directoryOf, importPath } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { ProblemLog } from "../problem.ts";
import { hasOpen, mapFields } from "./field-mapping.ts";
import { printObjects } from "./print-object.ts";

/** A version of a kind other than the storage version. */
export interface SpokeDeclaration {
  readonly spoke: KindDeclaration;
  readonly hub: KindDeclaration;
}

/** The spokes of all kinds that have several versions. A kind without a single storage version is reported in the log. */
export function findSpokes(kinds: readonly KindDeclaration[], log: ProblemLog): readonly SpokeDeclaration[] {
  const versions = kinds.filter(({ facts }) => !facts.isSkipped);
  return [...Map.groupBy(versions, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((own) => {
    const [first] = own;
    if (own.length < 2 || first === undefined) return [];
    const [hub, ...others] = own.filter(({ facts }) => facts.storage);
    if (hub === undefined || others.length > 0) {
      log.report(
        first.declaration.position,
        `"${first.kind}" has ${own.length} versions: write "@kubebuilder:storageversion" on exactly one, to which the others are converted`,
      );
      return [];
    }
    return own.filter((kind) => kind !== hub && kind.code.conversion).map((spoke) => ({ spoke, hub }));
  });
}

/** The path of the file in which the author writes the conversions that cannot be generated: `gadget-conversion.ts`. */
export function conversionSourcePath(file: string): string {
  return file.replace(/\.ts$/, "-conversion.ts");
}

/** The content of a file of conversions, for the spokes in one source file. `schemaOf` returns the complete schema of a kind. */
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
  const importAs = (prefix: string, { kind, file }: KindDeclaration): string =>
    `import { ${kind} as ${prefix}${kind} } from ${literal(importPath(folder, generatedPath(file)))};`;
  return printCode(
    `import { ${used.join(", ")} } from "@kubewright/webhook";`,
    `import type { AnnotationChanges, Converted, ${filled}Spoke } from "@kubewright/webhook";`,
    "",
    ...spokes.flatMap(({ spoke, hub }) => [importAs("Hub", hub), importAs("Spoke", spoke)]),
    ...printed,
  );
}

function printSpoke(
  { spoke, hub }: SpokeDeclaration,
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): readonly string[] {
  const { kind } = spoke;
  const schemas = { spoke: withoutServerFields(schemaOf(spoke)), hub: withoutServerFields(schemaOf(hub)) };
  const sides = [
    { side: "toHub", fillType: `${kind}ToHub`, from: "spoke", to: "hub" },
    { side: "fromHub", fillType: `${kind}FromHub`, from: "hub", to: "spoke" },
  ] as const;
  const versions = { spoke: spoke.version, hub: hub.version };
  const printed = sides.map(({ side, fillType, from, to }) => {
    const name = `${lowerFirst(fillType)}`;
    const [source, target] = [upperFirst(from) + kind, upperFirst(to) + kind];
    const mapping = mapFields(schemas[from], schemas[to]);
    const { functions, fill } = printObjects(mapping, { name, fillType, source, target });
    const type = [
      `/** Conversions that cannot be generated: the fields of ${versions[to]} that differ from those of ${versions[from]}, by the path of their object. */`,
      `export interface ${fillType} {`,
      "  /** Annotations for values that have no field in the other version. */",
      `  readonly annotations?: (object: ${source}) => AnnotationChanges;`,
      ...fill,
      "}",
      "",
    ];
    const method = [
      `    ${side}: (object) => ({`,
      `      ...${name}(object${hasOpen(mapping) ? `, object, fill.${side}` : ""}),`,
      `      metadata: annotate(object, fill.${side}.annotations),`,
      "    }),",
    ];
    return { type, method, functions };
  });
  return [
    ...printed.flatMap(({ type }) => type),
    `/** Converts ${kind} objects between ${spoke.version} and ${hub.version}, the storage version. */`,
    `export function create${kind}Spoke(fill: { readonly toHub: ${kind}ToHub; readonly fromHub: ${kind}FromHub }): Spoke<Spoke${kind}, Hub${kind}> {`,
    "  return {",
    `    type: Spoke${kind},`,
    `    hub: Hub${kind},`,
    ...printed.flatMap(({ method }) => method),
    "  };",
    "}",
    ...printed.flatMap(({ functions }) => functions).flatMap((text) => ["", text]),
  ];
}

/** The schema without the fields that are the same in all versions or follow from the version. */
function withoutServerFields(schema: JsonSchema): JsonSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
