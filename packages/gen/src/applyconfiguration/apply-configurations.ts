/**
 * Apply configurations: for each kind the type of what one says of its objects in server-side apply, a constructor, and a function that reads
 * out of an object what a manager has applied to it. What they do is in `@kubewright/apimachinery` and `@kubewright/schema`; generated is how the
 * lists of the kind are merged, and what things are called.
 */
import { apiVersionOf } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { generatedHeader, literal } from "../artifacts/code.ts";
import { descriptorPath } from "../descriptor/descriptor.ts";
import { directoryOf, joinPath, nameOf } from "../files/join-path.ts";
import { importPath } from "../files/import-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { Marker } from "../markers/definition.ts";
import { last } from "../markers/read-markers.ts";
import type { ProblemLog } from "../problem.ts";
import { mergeType } from "./merge-type.ts";

/** Whether one is wanted of a kind. Like a descriptor it is, unless a marker on the kind, or else on its folder, says that it is not. */
export function wantsApplyConfiguration({ markers }: KindDeclaration, ofFolder: readonly Marker[]): boolean {
  return last([...ofFolder, ...markers], "kubebuilder:ac:generate")?.value !== false;
}

/** Where those of a source file are written: in a folder beside it, `applyconfiguration` unless a marker on the folder names another. */
export function applyConfigurationsPath(
  file: string,
  ofFolder: readonly Marker[],
  { root, log }: { readonly root: string; readonly log: ProblemLog },
): string {
  const marker = last(ofFolder, "kubebuilder:ac:output:package");
  const folder = joinPath(
    directoryOf(file),
    typeof marker?.value === "string" ? `./${marker.value}` : "applyconfiguration",
  );
  const isSources = folder === directoryOf(file);
  if (marker !== undefined && (isSources || !folder.startsWith(`${root}/`))) {
    const wanted = isSources ? "not the one that the types lie in" : `below "${root}"`;
    log.report(marker.position, `apply configurations go to "${folder}": expected a folder ${wanted}`);
  }
  return `${folder}/${nameOf(file)}`;
}

/**
 * The text of a file of apply configurations, for the kinds that one source file declares.
 *
 * @param path where it will lie.
 * @param schemaOf the whole schema of a kind.
 */
export function printApplyConfigurations(
  kinds: readonly KindDeclaration[],
  path: string,
  schemaOf: (kind: KindDeclaration) => JsonSchema,
): string {
  const descriptors = kinds.map(({ file }) => descriptorPath(file)).at(0) ?? "";
  return [
    generatedHeader,
    "",
    'import type { AppliedFields, ApplyConfiguration, ObjectKey, Stored } from "@kubewright/apimachinery";',
    'import { extractApplied } from "@kubewright/schema";',
    'import type { ExtractOptions } from "@kubewright/schema";',
    "",
    // By way of a name for all of them no kind can have the name of something else here.
    `import type * as kinds from ${literal(importPath(directoryOf(path), descriptors))};`,
    ...kinds
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
      .flatMap((kind) => ["", ...printApplyConfiguration(kind, schemaOf(kind))]),
    "",
  ].join("\n");
}

function printApplyConfiguration({ group, version, kind }: KindDeclaration, schema: JsonSchema): readonly string[] {
  const type = `${kind}ApplyConfiguration`;
  const merge = mergeType(schema);
  return [
    `/** What is said of a ${kind} that is applied: nothing but the fields that one wants to own. */`,
    `export type ${type} = ApplyConfiguration<kinds.${kind}${merge === undefined ? "" : `, ${merge}`}>;`,
    "",
    `export function create${type}(key: ObjectKey, fields: AppliedFields<${type}> = {}): ${type} {`,
    `  const kind = { apiVersion: ${literal(apiVersionOf(group, version))}, kind: ${literal(kind)} };`,
    "  return { ...fields, ...kind, metadata: { ...fields.metadata, ...key } };",
    "}",
    "",
    "/** What this manager has applied, to be changed and applied again. With nothing applied it is the key alone. */",
    `export function extract${kind}(object: Stored<kinds.${kind}>, fieldManager: string, options?: ExtractOptions): ${type} {`,
    `  return extractApplied(object, fieldManager, options) as unknown as ${type};`,
    "}",
  ];
}
