/** Creates the served resource of a definition. */
import {
  afterPause,
  apiVersionOf,
  forbidden,
  joinedInSteps,
  whenDone,
  withIntegralFloats,
} from "@kubewright/apimachinery";
import type { FieldError, JsonValue, Work } from "@kubewright/apimachinery";
import { propertyOf } from "@kubewright/schema";
import { compareVersions } from "../../registry/registry.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { jsonOf } from "../../objects/json-of.ts";
import type { RequestContext, ServerContext } from "../../contracts/server-context.ts";
import type { ServedResource, ServedVersion, Strategy } from "../../contracts/strategy.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { DefinitionView, VersionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import { customTable } from "./printer-columns.ts";
import { withRuleErrors } from "./rule-errors.ts";
import type { ScalePathsOf } from "./scale.ts";
import { checkScale, checkScaleStatus, customScale } from "./scale.ts";
import { schemaIds } from "./schema-id.ts";
import { selectableFields } from "./selectable-fields.ts";
import type { ConversionState, SchemaOf } from "./versions.ts";
import { converterOf, versionChecks, versionSchemas } from "./versions.ts";

/** The state of the definition, which changes without a new registration of the resource. */
export interface DefinitionState extends ConversionState {
  /** Whether the definition is terminating: creates are rejected. */
  readonly isTerminating: () => boolean;
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
    unservedVersions: versions
      .filter((version) => !served.includes(version))
      .map((version) => servedVersion(version, served, group, kind)),
    storage: { key: `${plural}.${group}`, apiVersion: apiVersionOf(group, storage?.name ?? ""), kind },
    custom: true,
    strategy: strategyOf(definition, served, schemas, definitionState),
    subresources: subresourcesOf(served, schemas, scope === "Namespaced"),
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
  const namespaced = definition.spec?.scope === "Namespaced";
  const resource = { group: definition.spec?.group ?? "", resource: definition.spec?.names?.plural ?? "" };
  const scalePaths = scalePathsIn(served);
  const names = new Set(definition.spec?.versions?.map(({ name = "" }) => name));
  const has = (version: string): boolean => names.has(version);
  const validateObject = objectValidator(schemas, scalePaths, namespaced);
  return {
    hasStatus: false, // Each version has its own value.
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    // An object of a removed version is not decoded. The deletion of the definition deletes it.
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

type ValidateObject = (
  object: ReadonlyObject,
  old: ReadonlyObject | undefined,
  context: RequestContext,
) => Work<readonly FieldError[]>;

function objectValidator(schemas: SchemaOf, scalePaths: ScalePathsOf, namespaced: boolean): ValidateObject {
  return (object, old, context) => {
    const schema = schemas(context.version);
    const check = (json: JsonValue): Work<readonly FieldError[]> =>
      joinedInSteps([
        () => schema.validate(json, old),
        () => checkScale(object, scalePaths(context.version), context.decoded.literals),
        () => schema.validateEmbedded(object),
        () => schema.validateLists(json, old),
      ]);
    return whenDone(withFloats(object, context), (json) =>
      afterPause(check(json), (errors) =>
        withRuleErrors(errors, schema.rules(), { object, json, old, context, namespaced }),
      ),
    );
  };
}

/** In steps, the object with its integral floats. */
function withFloats(object: ReadonlyObject, context: RequestContext): Work<JsonValue> {
  return withIntegralFloats(jsonOf(object), context.decoded.literals);
}

function hasStatusDefault(version: VersionView): boolean {
  if (version.subresources?.status === undefined) return false;
  return propertyOf(schemaOfVersion(version) ?? {}, "status")?.default !== undefined;
}

function scalePathsIn(served: readonly VersionView[]): ScalePathsOf {
  return (version) => served.find(({ name }) => name === version)?.subresources?.scale;
}

function subresourcesOf(
  served: readonly VersionView[],
  schemas: SchemaOf,
  namespaced: boolean,
): readonly Subresource[] {
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
        return whenDone(withFloats(object, context), (json) => {
          const checking = joinedInSteps([
            () => schema.validateStatus(json, old),
            () => checkScaleStatus(object, scalePaths(context.version), context.decoded.literals),
            () => schema.validateLists(json, old),
          ]);
          return afterPause(checking, (errors) =>
            withRuleErrors(errors, schema.rules(), { object, json, old, context, namespaced }),
          );
        });
      },
    },
  };
  return [
    ...(withStatus.length > 0 ? [status] : []),
    ...(withScale.length > 0 ? [customScale(scalePaths, withScale)] : []),
  ];
}
