/** Makes the registry's entry of a custom resource from its definition. */
import type { AheadConverter } from "../../conversion/converted-objects.ts";
import { runSteps } from "../../conversion/converted-objects.ts";
import type { VersionConverter } from "../../conversion/version-converter.ts";
import { apiVersionOf, field, forbidden, parseApiVersion, unclassifiedError } from "@kubewright/apimachinery";
import type { ApiError, FieldError, FieldErrorType } from "@kubewright/apimachinery";
import type { RuleValidator } from "@kubewright/cel";
import { propertyOf } from "@kubewright/schema";
import type { Awaitable } from "../../registry/awaitable.ts";
import { whenReady } from "../../registry/awaitable.ts";
import { assertActive } from "../../registry/deadline.ts";
import { compareVersions } from "../../registry/registry.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { jsonOf } from "../../objects/json-of.ts";
import type { RequestContext, ServerContext } from "../../registry/server-context.ts";
import type { ServedResource, ServedVersion, Strategy } from "../../registry/strategy.ts";
import type { Subresource } from "../../registry/subresource.ts";
import { pauseBetweenSlices } from "../../registry/time-slices.ts";
import type { DefinitionView, VersionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import { customTable } from "./printer-columns.ts";
import type { ScalePathsOf } from "./scale.ts";
import { checkScale, checkScaleStatus, customScale } from "./scale.ts";
import { schemaIds } from "./schema-id.ts";
import { selectableFields } from "./selectable-fields.ts";
import type { VersionSchema } from "./version-schema.ts";
import { createVersionSchema } from "./version-schema.ts";

/** The state of the definition, which changes without a new registration of the resource. */
export interface DefinitionState {
  /** Whether the definition is terminating: creates are rejected. */
  readonly isTerminating: () => boolean;
  /** Creates the converter of the conversion strategy Webhook. Its results are not pruned. */
  readonly webhookConverter: () => AheadConverter;
  /** The apiVersions of the stored objects. */
  readonly storedVersions: () => Iterable<string>;
  /** Called after each removal of an object. */
  readonly onDeleted: (context: ServerContext) => void;
}

/** The resource in its served versions. If none is served, only the server itself reaches its objects. */
export function createCustomResource(definition: DefinitionView, definitionState: DefinitionState): ServedResource {
  const { group = "", scope } = definition.spec ?? {};
  const versions = definition.spec?.versions ?? [];
  const names = definition.status?.acceptedNames ?? {};
  const { plural = "", singular = "", kind = "", listKind = "", shortNames = [], categories = [] } = names;
  const served = versions.filter((version) => version.served === true);
  const storage = versions.find((version) => version.storage === true);
  const schemas = versionSchemas(group, kind, versions);
  return {
    group,
    plural,
    singular,
    kind,
    listKind,
    namespaced: scope === "Namespaced",
    shortNames,
    categories,
    verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
    versions: served.map((version) => servedVersion(version, served, group, kind)),
    storage: { key: `${plural}.${group}`, apiVersion: apiVersionOf(group, storage?.name ?? ""), kind },
    custom: true,
    strategy: strategyOf(definition, served, schemas, definitionState),
    subresources: subresourcesOf(served, schemas),
  };
}

type SchemaOf = (version: string) => VersionSchema;

/** Compiles the schemas of all versions, served or not. Throws for a version that the definition does not have. */
function versionSchemas(group: string, kind: string, versions: readonly VersionView[]): SchemaOf {
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

function servedVersion(
  version: VersionView,
  served: readonly VersionView[],
  group: string,
  kind: string,
): ServedVersion {
  const { name = "", deprecated, deprecationWarning } = version;
  const warning = deprecated === true ? (deprecationWarning ?? defaultWarning(name, served, group, kind)) : undefined;
  return {
    name,
    hasStatus: version.subresources?.status !== undefined,
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
    definitionName: [...group.split(".").toReversed(), name, kind].join("."),
    schema: () => schemaOfVersion(version),
    selectableFields: (version.selectableFields ?? []).map(({ jsonPath = "" }) => jsonPath.replace(/^\./, "")),
    table: () => customTable(version.additionalPrinterColumns ?? []),
  };
}

/** Recommends the newest version that is not deprecated, if there is a newer one. */
function defaultWarning(name: string, served: readonly VersionView[], group: string, kind: string): string {
  const [next] = served
    .filter((version) => version.deprecated !== true && compareVersions(version.name ?? "", name) < 0)
    .map((version) => version.name ?? "")
    .toSorted(compareVersions);
  const warning = `${group}/${name} ${kind} is deprecated`;
  return next === undefined ? warning : `${warning}; use ${group}/${next} ${kind}`;
}

function strategyOf(
  definition: DefinitionView,
  served: readonly VersionView[],
  schemas: SchemaOf,
  definitionState: DefinitionState,
): Strategy {
  const resource = { group: definition.spec?.group ?? "", resource: definition.spec?.names?.plural ?? "" };
  const scalePaths = scalePathsIn(served);
  const names = new Set(definition.spec?.versions?.map(({ name = "" }) => name));
  const has = (version: string): boolean => names.has(version);
  const validateObject = (
    object: ReadonlyObject,
    old: ReadonlyObject | undefined,
    context: RequestContext,
  ): Awaitable<readonly FieldError[]> => {
    const schema = schemas(context.version);
    const errors = [
      ...schema.validate(object, old),
      ...checkScale(object, scalePaths(context.version)),
      ...schema.validateEmbedded(object),
      ...schema.validateLists(object, old),
    ];
    return withRuleErrors(errors, schema.rules(), { object, old, context });
  };
  return {
    hasStatus: false, // Each version has its own value.
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    // An object of a version that was removed stays as it is: it can be deleted with its definition.
    decode: (value, version) => (has(version) ? schemas(version).decode(value) : { object: value, unknownFields: [] }),
    prune: (object, version) => schemas(version).pruneWithNulls(object),
    defaultObject: (draft, version) => (has(version) ? schemas(version).applyDefaults(draft) : draft),
    schemaId: schemaIds(definition),
    defaultsReads: served.some((version) => hasStatusDefault(version)),
    ...converterOf(definition, schemas, definitionState),
    ...versionChecks(definition, definitionState),
    checkCreate: ({ metadata }) => {
      if (!definitionState.isTerminating()) return;
      const why = "create not allowed while custom resource definition is terminating";
      throw forbidden(resource, metadata.name ?? "", why);
    },
    validate: (object, context) => validateObject(object, undefined, context),
    validateUpdate: (object, old, context) => validateObject(object, old, context),
    warningsOnCreate: (object) => finalizerWarnings(object),
    warningsOnUpdate: (object, old) => finalizerWarnings(object, old),
    fields: selectableFields(served),
    committed: (change, context) => {
      if (change.type === "deleted") definitionState.onDeleted(context);
    },
  };
}

interface ValidatedWrite {
  readonly object: ReadonlyObject;
  /** `undefined` for a create. */
  readonly old: ReadonlyObject | undefined;
  readonly context: RequestContext;
}

/**
 * Adds the errors of CEL rules, which are evaluated only on an object whose values have the right types and sizes. The evaluation of expensive rules
 * pauses for other requests.
 */
function withRuleErrors(
  errors: readonly FieldError[],
  rules: RuleValidator | undefined,
  { object, old, context }: ValidatedWrite,
): Awaitable<readonly FieldError[]> {
  if (rules === undefined) return errors;
  if (errors.some(({ type }) => blockingTypes.has(type)))
    return [...errors, field.invalid(undefined, null, notChecked)];
  const before = old === undefined ? {} : { old: jsonOf(old), ratchets: true };
  const steps = rules.validateInSteps(jsonOf(object), { ...before, checkpoint: () => assertActive(context) });
  return whenReady(runSteps(steps, pauseBetweenSlices(context)), (result) => {
    for (const warning of result.warnings) context.warn(warning);
    return [...errors, ...result.errors];
  });
}

const blockingTypes: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);
const notChecked =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

function hasStatusDefault(version: VersionView): boolean {
  if (version.subresources?.status === undefined) return false;
  return propertyOf(schemaOfVersion(version) ?? {}, "status")?.default !== undefined;
}

/** A definition with one version calls no webhook. */
function converterOf(
  { spec }: DefinitionView,
  schemas: SchemaOf,
  { webhookConverter }: DefinitionState,
): Required<Pick<Strategy, "converter">> {
  const isWebhook = spec?.conversion?.strategy === "Webhook" && (spec.versions ?? []).length > 1;
  return { converter: isWebhook ? prunedConverter(webhookConverter(), schemas) : noneConverter(schemas) };
}

/** A user can remove a version from `status.storedVersions` and from the spec although objects are stored in it. */
function versionChecks(
  { spec }: DefinitionView,
  { storedVersions }: DefinitionState,
): Required<Pick<Strategy, "assertVersion" | "unreadable">> {
  const known = new Set(spec?.versions?.map(({ name = "" }) => apiVersionOf(spec.group ?? "", name)));
  // Writes store objects in a known version only, so that the search is over once it has found none.
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
    schemas(parseApiVersion(object.apiVersion).version).decode(object).object;
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

function scalePathsIn(served: readonly VersionView[]): ScalePathsOf {
  return (version) => served.find(({ name }) => name === version)?.subresources?.scale;
}

function subresourcesOf(served: readonly VersionView[], schemas: SchemaOf): readonly Subresource[] {
  const withStatus = served
    .filter(({ subresources }) => subresources?.status !== undefined)
    .map(({ name = "" }) => name);
  const withScale = served.filter(({ subresources }) => subresources?.scale !== undefined).map(({ name = "" }) => name);
  const scalePaths = scalePathsIn(served);
  const status: Subresource = {
    type: "object",
    name: "status",
    verbs: ["get", "patch", "update"],
    versions: withStatus,
    strategy: {
      resetFields: [["metadata"], ["spec"]],
      prepareForUpdate: (draft, old) => {
        // A write of the status changes only the status and the managed fields, not even labels. The steps that follow replace fields of the
        // metadata and change none in place, so the draft shares them.
        const { managedFields } = draft.metadata;
        draft.metadata = { ...old.metadata } as typeof draft.metadata;
        if (managedFields === undefined) delete draft.metadata.managedFields;
        else draft.metadata.managedFields = managedFields;
      },
      validateUpdate: (object, old, context) => {
        const schema = schemas(context.version);
        const errors = [
          ...schema.validateStatus(object, old),
          ...checkScaleStatus(object, scalePaths(context.version)),
          ...schema.validateLists(object, old),
        ];
        return withRuleErrors(errors, schema.rules(), { object, old, context });
      },
    },
  };
  return [
    ...(withStatus.length > 0 ? [status] : []),
    ...(withScale.length > 0 ? [customScale(scalePaths, withScale)] : []),
  ];
}
