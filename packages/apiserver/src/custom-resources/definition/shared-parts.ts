/**
 * The older form of a definition, in which what all versions say alike stands at the top of the spec. The reference still brings every
 * definition into it before it looks for errors, so it shows in their paths and in the versions that they quote.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import { internalSchema } from "@kubewright/schema";
import type { VersionView } from "./definition-view.ts";
import { schemaOfVersion } from "./definition-view.ts";

export const parts = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;
export type Part = (typeof parts)[number];

/** Whether all versions say the same. */
export function isShared(versions: readonly VersionView[], part: Part): boolean {
  return versions.every((version) => isDeepEqual(version[part] ?? null, versions[0]?.[part] ?? null));
}

/** Versions as the reference quotes them: as Go structs, without what all of them share. */
export function goForm(versions: readonly VersionView[]): unknown {
  const own = (part: Part, form: unknown): unknown => (isShared(versions, part) ? null : (form ?? null));
  return versions.map((version) => ({
    Name: version.name ?? "",
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: own("schema", schemaForm(version)),
    Subresources: own("subresources", subresourcesForm(version)),
    AdditionalPrinterColumns: own("additionalPrinterColumns", columnsForm(version)),
    SelectableFields: own(
      "selectableFields",
      version.selectableFields?.map(({ jsonPath = "" }) => ({ JSONPath: jsonPath })),
    ),
  }));
}

function schemaForm(version: VersionView): unknown {
  if (version.schema === undefined) return undefined;
  const schema = schemaOfVersion(version);
  return { OpenAPIV3Schema: schema === undefined ? null : internalSchema(schema) };
}

function subresourcesForm({ subresources }: VersionView): unknown {
  if (subresources === undefined) return undefined;
  const { status, scale } = subresources;
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath ?? "",
            StatusReplicasPath: scale.statusReplicasPath ?? "",
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

function columnsForm({ additionalPrinterColumns }: VersionView): unknown {
  return additionalPrinterColumns?.map((column) => ({
    Name: column.name ?? "",
    Type: column.type ?? "",
    Format: column.format ?? "",
    Description: column.description ?? "",
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath ?? "",
  }));
}
