/** The names in the code of a conversion, which the generator and the scaffold share. */
import { apiFolderOf, camelCase, pascalCase, relativeModule, typesFileOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";

export interface ConversionNames {
  /** `api/v1/widget-conversion.ts` */
  readonly path: string;
  /** The import path of the generated file. */
  readonly generatedModule: string;
  /** `createWidgetSpoke`, which is generated. */
  readonly create: string;
  /** `widgetSpoke`, the name that the generated test imports. */
  readonly spoke: string;
  /** `widgetV1Spoke`, the name in `webhooks.ts`, which is unique for each kind and version. */
  readonly ownSpoke: string;
  /** The import path of the file from `webhooks.ts`. */
  readonly module: string;
}

/** @param spoke A version other than the storage version. */
export function conversionNames(project: Project, spoke: Resource): ConversionNames {
  const { kind, version } = spoke;
  const path = `${apiFolderOf(project, spoke)}/${typesFileOf(spoke).replace(/\.ts$/, "-conversion.ts")}`;
  const group = project.multigroup === true ? pascalCase((spoke.group ?? "").replaceAll(".", "-")) : "";
  return {
    path,
    generatedModule: `./zz_generated.conversion.${typesFileOf(spoke)}`,
    create: `create${kind}Spoke`,
    spoke: `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}Spoke`,
    ownSpoke: camelCase(`${group}${kind}${pascalCase(version)}Spoke`),
    module: relativeModule("internal/webhook", path),
  };
}
