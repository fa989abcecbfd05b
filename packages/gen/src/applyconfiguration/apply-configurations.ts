/**
 * Apply configurations for server-side apply. For each kind: the type of the applied fields, a constructor, and a function that extracts
 * from an object what a field manager has applied. The implementation is in `@kubewright/apimachinery` and `@kubewright/schema`; the
 * generated code holds only the names and the merge rules of the lists.
 */
import { apiVersionOf } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { generatedPath, literal, printCode } from "../artifacts/code.ts";
import { directoryOf, importPath, joinPath, nameOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { FolderFacts } from "../markers/marker.ts";
import type { ProblemLog } from "../problem.ts";
import { mergeType } from "./merge-type.ts";

/**
 * The path of the apply configurations of a source file. The folder is `applyconfiguration` beside it, unless a marker on the folder names
 * another.
 */
export function applyConfigurationsPath(
  file: string,
  { applyConfigurations: given }: FolderFacts,
  { root, log }: { readonly root: string; readonly log: ProblemLog },
): string {
  const folder = joinPath(directoryOf(file), given?.path ?? "applyconfiguration");
  const isSources = folder === directoryOf(file);
  if (given !== undefined && (isSources || !folder.startsWith(`${root}/`))) {
    const expected = isSources ? "other than the folder of the types" : `below "${root}"`;
    log.report(
      given.position,
      `the output folder of apply configurations is "${folder}": expected a folder ${expected}`,
    );
  }
  return `${folder}/${nameOf(file)}`;
}

/** The content of the file `path`, for the kinds in one source file. `schemaOf` returns the complete schema of a kind. */
export function printApplyConfigurations(
  kinds: readonly KindDeclaration[],
  path: string,
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const descriptors = generatedPath(kinds[0]?.file ?? "");
  return printCode(
    'import type { AppliedFields, ApplyConfiguration, ObjectKey, Stored } from "@kubewright/apimachinery";',
    'import { extractApplied } from "@kubewright/schema";',
    'import type { ExtractOptions } from "@kubewright/schema";',
    "",
    // The namespace import keeps the names of kinds apart from the other names in the file.
    `import type * as kinds from ${literal(importPath(directoryOf(path), descriptors))};`,
    ...kinds.flatMap((kind) => ["", ...printApplyConfiguration(kind, schemaOf(kind))]),
  );
}

function printApplyConfiguration({ group, version, kind }: KindDeclaration, schema: JsonSchema): readonly string[] {
  const type = `${kind}ApplyConfiguration`;
  const merge = mergeType(schema);
  return [
    `/** The fields of ${kind} that a field manager applies and then owns. */`,
    `export type ${type} = ApplyConfiguration<kinds.${kind}${merge === undefined ? "" : `, ${merge}`}>;`,
    "",
    `export function create${type}(key: ObjectKey, fields: AppliedFields<${type}> = {}): ${type} {`,
    `  const kind = { apiVersion: ${literal(apiVersionOf(group, version))}, kind: ${literal(kind)} };`,
    "  return { ...fields, ...kind, metadata: { ...fields.metadata, ...key } };",
    "}",
    "",
    "/** Extracts the fields that this manager has applied, to change and apply them again. Only the key if it has applied no field. */",
    `export function extract${kind}(object: Stored<kinds.${kind}>, fieldManager: string, options?: ExtractOptions): ${type} {`,
    `  return extractApplied(object, fieldManager, options) as unknown as ${type};`,
    "}",
  ];
}
