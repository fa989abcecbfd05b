/** The versions of a custom resource: their schemas, the conversion between them, and objects in versions that were removed. */
import { apiVersionOf, finish, parseApiVersion, unclassifiedError } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import type { AheadConverter } from "../../conversion/version-converter.ts";
import type { VersionConverter } from "../../conversion/version-converter.ts";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Strategy } from "../../contracts/strategy.ts";
import type { DefinitionView, VersionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";
import type { VersionSchema } from "./version-schema.ts";
import { createVersionSchema } from "./version-schema.ts";

/** The state of the definition that conversions need. */
export interface ConversionState {
  /** Creates the converter of the conversion strategy Webhook. Its results are not pruned. */
  readonly webhookConverter: () => AheadConverter;
  /** The apiVersions of the stored objects. */
  readonly storedVersions: () => Iterable<string>;
}

export type SchemaOf = (version: string) => VersionSchema;

/** Compiles the schemas of all versions, served or not. Throws for a version that the definition does not have. */
export function versionSchemas(group: string, kind: string, versions: readonly VersionView[]): SchemaOf {
  const schemas = new Map(
    versions.map((version) => {
      const { name = "" } = version;
      return [name, createVersionSchema(kind, schemaOfVersion(version) ?? {})] as const;
    }),
  );
  return (version) => {
    const schema = schemas.get(version);
    if (schema === undefined) throw invalidVersion(apiVersionOf(group, version));
    return schema;
  };
}

/** A definition with one version calls no webhook. */
export function converterOf(
  { spec }: DefinitionView,
  schemas: SchemaOf,
  { webhookConverter }: ConversionState,
): Required<Pick<Strategy, "converter">> {
  const isWebhook = spec?.conversion?.strategy === "Webhook" && (spec.versions ?? []).length > 1;
  return { converter: isWebhook ? prunedConverter(webhookConverter(), schemas) : noneConverter(schemas) };
}

/** A user can remove a version from `status.storedVersions` and from the spec although objects are stored in it. */
export function versionChecks(
  { spec }: DefinitionView,
  { storedVersions }: ConversionState,
): Required<Pick<Strategy, "assertVersion" | "unreadable">> {
  const known = new Set(spec?.versions?.map(({ name = "" }) => apiVersionOf(spec.group ?? "", name)));
  // Writes store objects only in known versions, so one search without a result is final.
  let isSearched = false;
  return {
    assertVersion: (apiVersion) => {
      if (!known.has(apiVersion)) throw invalidVersion(apiVersion);
    },
    unreadable: () => {
      if (isSearched) return undefined;
      for (const apiVersion of storedVersions()) if (!known.has(apiVersion)) return invalidVersion(apiVersion);
      isSearched = true;
      return undefined;
    },
  };
}

function invalidVersion(apiVersion: string): ApiError {
  return unclassifiedError(`request to convert CR from an invalid group/version: ${apiVersion}`);
}

/** Converted objects get no defaults: stored objects have those of the version in which they are stored. */
function prunedConverter(converter: AheadConverter, schemas: SchemaOf): AheadConverter {
  const prune = (object: ApiObject): ApiObject =>
    finish(schemas(parseApiVersion(object.apiVersion).version).decode(object)).object;
  return {
    ...converter,
    prune,
    async convert(object, toApiVersion) {
      schemas(parseApiVersion(object.apiVersion).version); // Throws for a version that was removed.
      return converter.convert(object, toApiVersion);
    },
  };
}

/** The conversion strategy None: an object keeps the fields that the schemas of both versions have. */
function noneConverter(schemas: SchemaOf): VersionConverter {
  return {
    type: "direct",
    convert(object, toApiVersion) {
      schemas(parseApiVersion(object.apiVersion).version); // Throws for a version that was removed.
      return schemas(parseApiVersion(toApiVersion).version).prune(object);
    },
  };
}
