/**
 * The internal representation of a definition, in which fields that all versions share are at the top of the spec. The reference validates this
 * representation, so it determines the paths of errors and the versions that they print.
 */
import { encodeJson, isDeepEqual } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { internalSchema } from "@kubewright/schema";
import type { VersionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";

export const parts = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;
export type Part = (typeof parts)[number];

/**
 * The parts that are equal in all versions. It compares all versions, so it is computed once for a definition. `schemaOf` returns the schemas that are
 * compared. Default: the stored ones.
 */
export function sharedParts(
  versions: readonly VersionView[],
  schemaOf: (version: VersionView) => JsonSchema | undefined = schemaOfVersion,
): ReadonlySet<Part> {
  const equal = parts.filter((part) =>
    versions.every((version) => isDeepEqual(version[part] ?? null, versions[0]?.[part] ?? null)),
  );
  const isStored = versions.every((version) => schemaOf(version) === schemaOfVersion(version));
  const forms = isStored ? [] : versions.map((version) => comparableForm(schemaOf(version)));
  return new Set(equal.filter((part) => part !== "schema" || new Set(forms).size <= 1));
}

/** The schema as Go compares it: empty lists and maps are equal to absent ones, but items that are an empty list are not. */
function comparableForm(schema: JsonSchema = {}): string {
  return encodeJson(internalSchema(schema)).replaceAll(/:(?:\[\]|\{\})/g, ":null");
}

/** Versions as the reference prints them: as Go structs, without the shared fields. */
export function versionsInGo(versions: readonly VersionView[]): unknown {
  const shared = sharedParts(versions);
  const own = (part: Part, form: unknown): unknown => (shared.has(part) ? null : (form ?? null));
  return versions.map((version) => ({
    Name: version.name ?? "",
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: own("schema", schemaInGo(version)),
    Subresources: own("subresources", subresourcesInGo(version)),
    AdditionalPrinterColumns: own("additionalPrinterColumns", columnsInGo(version)),
    SelectableFields: own(
      "selectableFields",
      version.selectableFields?.map(({ jsonPath = "" }) => ({ JSONPath: jsonPath })),
    ),
  }));
}

function schemaInGo(version: VersionView): unknown {
  if (version.schema === undefined) return undefined;
  const schema = schemaOfVersion(version);
  return { OpenAPIV3Schema: schema === undefined ? null : internalSchema(schema) };
}

function subresourcesInGo({ subresources }: VersionView): unknown {
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

function columnsInGo({ additionalPrinterColumns }: VersionView): unknown {
  return additionalPrinterColumns?.map((column) => ({
    Name: column.name ?? "",
    Type: column.type ?? "",
    Format: column.format ?? "",
    Description: column.description ?? "",
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath ?? "",
  }));
}
