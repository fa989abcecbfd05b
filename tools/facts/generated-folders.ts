// The folders of this repository with files that are generated from the documents of a server.

import { typeDescriptions } from "@kubewright/api-facts";
import type { ApiModel, GeneratedFile } from "./from-openapi/index.ts";
import { factsFiles, typeScriptFiles } from "./from-openapi/index.ts";
import { nullableFields } from "./nullable-fields.ts";

/** A folder and its expected files. */
export interface GeneratedFolder {
  /** Relative to the repository. */
  readonly name: string;
  readonly files: readonly GeneratedFile[];
}

/** All folders for this model. */
export function generatedFolders(model: ApiModel): readonly GeneratedFolder[] {
  const options = { apimachineryTypes, nullableFields, descriptions: typeDescriptions() };
  return [
    { name: "packages/api/src", files: typeScriptFiles(model, options) },
    { name: "packages/api-facts/src/data", files: factsFiles(model) },
  ];
}

/** Types of meta/v1 that apimachinery has by hand, with their related declarations. */
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
