// The folders of this repository that hold nothing but what a server publishes of the built-in kinds.

import type { ApiModel, GeneratedFile } from "@kubewright/gen/from-openapi";
import { factsFiles, typeScriptFiles } from "@kubewright/gen/from-openapi";
import { nullableFields } from "./nullable-fields.ts";

/** A folder, and the files that should be in it. */
export interface GeneratedFolder {
  /** Relative to the repository. */
  readonly name: string;
  readonly files: readonly GeneratedFile[];
}

/** All of them, as they should be for this model. */
export function generatedFolders(model: ApiModel): readonly GeneratedFolder[] {
  return [
    { name: "packages/api/src", files: typeScriptFiles(model, { apimachineryTypes, nullableFields }) },
    { name: "packages/api-facts/src/data", files: factsFiles(model) },
  ];
}

/** Types of meta/v1 that apimachinery has by hand, with what belongs to them. */
const apimachineryTypes: ReadonlySet<string> = new Set([
  "Condition",
  "LabelSelector",
  "LabelSelectorRequirement",
  "ListMeta",
  "ManagedFieldsEntry",
  "ObjectMeta",
  "OwnerReference",
  "Status",
  "StatusCause",
  "StatusDetails",
]);
