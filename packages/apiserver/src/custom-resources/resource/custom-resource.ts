/** Makes the registry's entry of a custom resource from its definition. */
import { definition as builtinDefinition } from "@kubewright/api-facts";
import { apiVersionOf, forbidden } from "@kubewright/apimachinery";
import { createPlans } from "../../kinds/decode/plan.ts";
import type { StructPlan } from "../../kinds/decode/plan.ts";
import { createGoPrinting } from "../../kinds/go-json.ts";
import type { RequestContext, ServerContext } from "../../registry/server-context.ts";
import type { ServedResource, ServedVersion, Strategy } from "../../registry/strategy.ts";
import type { Subresource } from "../../registry/subresource.ts";
import type { DefinitionView, VersionView } from "../definition/definition-view.ts";
import { schemaOfVersion } from "../definition/definition-view.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import { customTable } from "./printer-columns.ts";
import { checkScale, checkScaleStatus, customScale } from "./scale.ts";
import { selectableFields } from "./selectable-fields.ts";
import type { VersionSchema } from "./version-schema.ts";
import { createVersionSchema } from "./version-schema.ts";

/** What the resource's life depends on beside its definition. */
export interface CustomResourceLife {
  /** The definition is being deleted: nothing new comes in. */
  readonly isTerminating: () => boolean;
  /** Called after each removal of an object. */
  readonly onDeleted: (context: ServerContext) => void;
}

/** The resource in its served versions; `undefined` when none is served. */
export function createCustomResource(definition: DefinitionView, life: CustomResourceLife): ServedResource | undefined {
  const { group = "", scope } = definition.spec ?? {};
  const versions = definition.spec?.versions ?? [];
  const names = definition.status?.acceptedNames ?? {};
  const { plural = "", singular = "", kind = "", listKind = "", shortNames = [], categories = [] } = names;
  const served = versions.filter((version) => version.served === true);
  if (served.length === 0) return undefined;
  const storage = versions.find((version) => version.storage === true);
  const schemas = versionSchemas(kind, versions);
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
    versions: served.map((version) => servedVersion(version, group, kind)),
    storage: { key: `${plural}.${group}`, apiVersion: apiVersionOf(group, storage?.name ?? ""), kind },
    custom: true,
    strategy: strategyOf(definition, served, schemas, life),
    subresources: subresourcesOf(served, schemas),
  };
}

type SchemaOf = (version: string) => VersionSchema;

/** Schemas by version; one that is not known is that of an old object's version, for which nothing is asked. */
function versionSchemas(kind: string, versions: readonly VersionView[]): SchemaOf {
  const metadataPlan = metadataPlanOf();
  const schemas = new Map(
    versions.map((version) => {
      const { name = "" } = version;
      return [name, createVersionSchema(kind, name, schemaOfVersion(version) ?? {}, metadataPlan)] as const;
    }),
  );
  return (version) => {
    const schema = schemas.get(version);
    if (schema === undefined) throw new Error(`Cannot find the schema of ${kind} in version "${version}"`);
    return schema;
  };
}

function metadataPlanOf(): () => StructPlan {
  let plan: StructPlan | undefined;
  return () => {
    plan ??= createPlans(builtinDefinition, createGoPrinting())("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    return plan;
  };
}

function servedVersion(version: VersionView, group: string, kind: string): ServedVersion {
  const { name = "", deprecated, deprecationWarning } = version;
  const warning = deprecated === true ? (deprecationWarning ?? `${group}/${name} ${kind} is deprecated`) : undefined;
  return {
    name,
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
    definitionName: [...group.split(".").toReversed(), name, kind].join("."),
    schema: () => schemaOfVersion(version),
    table: () => customTable(version.additionalPrinterColumns ?? []),
  };
}

function strategyOf(
  definition: DefinitionView,
  served: readonly VersionView[],
  schemas: SchemaOf,
  life: CustomResourceLife,
): Strategy {
  const resource = { group: definition.spec?.group ?? "", resource: definition.spec?.names?.plural ?? "" };
  const scaleIn = ({ version }: RequestContext): Parameters<typeof checkScale>[1] =>
    served.find(({ name }) => name === version)?.subresources?.scale;
  return {
    hasStatus: served.some(({ subresources }) => subresources?.status !== undefined),
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    decode: (value, version) => schemas(version).decode(value),
    defaultObject: (draft, version) => schemas(version).applyDefaults(draft),
    ...(served.length > 1 ? { convert: conversionTo(definition, schemas) } : {}),
    prepareForCreate: ({ metadata }) => {
      if (!life.isTerminating()) return;
      const why = "create not allowed while custom resource definition is terminating";
      throw forbidden(resource, metadata.name ?? "", why);
    },
    validate: (object, context) => [
      ...schemas(context.version).validate(object),
      ...checkScale(object, scaleIn(context)),
    ],
    validateUpdate: (object, old, context) => [
      ...schemas(context.version).validate(object, old),
      ...checkScale(object, scaleIn(context)),
    ],
    warningsOnCreate: (object) => finalizerWarnings(object),
    warningsOnUpdate: (object, old) => finalizerWarnings(object, old),
    fields: selectableFields(served),
    committed: (change, context) => {
      if (change.type === "deleted") life.onDeleted(context);
    },
  };
}

/** Versions differ in their name and in what their schema keeps; what is stored has only fields of the storage version. */
function conversionTo(definition: DefinitionView, schemas: SchemaOf): NonNullable<Strategy["convert"]> {
  const { group = "", versions } = definition.spec ?? {};
  const storage = (versions ?? []).find((version) => version.storage === true)?.name ?? "";
  return (object, toApiVersion) => {
    const converted = toApiVersion === apiVersionOf(group, storage) ? schemas(storage).prune(object) : object;
    converted.apiVersion = toApiVersion;
    return converted;
  };
}

function subresourcesOf(served: readonly VersionView[], schemas: SchemaOf): readonly Subresource[] {
  const withStatus = served
    .filter(({ subresources }) => subresources?.status !== undefined)
    .map(({ name = "" }) => name);
  const scaled = served.find(({ subresources }) => subresources?.scale !== undefined);
  const withScale = served.filter(({ subresources }) => subresources?.scale !== undefined).map(({ name = "" }) => name);
  const paths = scaled?.subresources?.scale;
  const status: Subresource = {
    type: "object",
    name: "status",
    verbs: ["get", "patch", "update"],
    versions: withStatus,
    strategy: {
      prepareForUpdate: (draft, old) => {
        // Nothing but the status changes here, not even labels.
        const { managedFields } = draft.metadata;
        draft.metadata = structuredClone(old.metadata) as typeof draft.metadata;
        if (managedFields === undefined) delete draft.metadata.managedFields;
        else draft.metadata.managedFields = managedFields;
      },
      validateUpdate: (object, old, context) => [
        ...schemas(context.version).validateStatus(object, old),
        ...checkScaleStatus(object, paths),
      ],
    },
  };
  return [...(withStatus.length > 0 ? [status] : []), ...(paths === undefined ? [] : [customScale(paths, withScale)])];
}
