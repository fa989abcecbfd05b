/** What the code of a conversion is called: the generator and the files that are laid out must agree on it. */
import { apiFolderOf, camelCase, pascalCase, relativeModule, typesFileOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";

export interface ConversionNames {
  /** `api/v1/widget-conversion.ts` */
  readonly path: string;
  /** The generated file, as that one imports it. */
  readonly generatedModule: string;
  /** `createWidgetSpoke`, which is generated. */
  readonly create: string;
  /** `widgetSpoke`, by which the generated test imports it. */
  readonly spoke: string;
  /** `widgetV1Spoke`, as `webhooks.ts` calls it, which has those of every kind and version. */
  readonly ownSpoke: string;
  /** The file, as `webhooks.ts` imports it. */
  readonly module: string;
}

/** @param spoke The version that is not stored. */
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
