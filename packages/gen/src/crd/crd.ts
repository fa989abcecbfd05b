/** Builds the CustomResourceDefinition of a kind from its versions, in the layout of controller-gen. */
import type { JsonSchema } from "@kubewright/schema";

import type { DefinitionNames } from "../definitions/definition.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { KindFacts } from "../markers/marker.ts";
import { createProblemLog } from "../problem.ts";
import type { ProblemLog } from "../problem.ts";
import { checkSchema } from "./check-schema.ts";
import type { LibrarySchemas } from "./library-schemas.ts";
import { schemaOfType } from "./schema-builder.ts";
import { truncateDescriptions } from "./map-schema.ts";

/** A CustomResourceDefinition, with its keys in the order of the file. */
export interface CustomResourceDefinition {
  readonly apiVersion: "apiextensions.k8s.io/v1";
  readonly kind: "CustomResourceDefinition";
  readonly metadata: {
    readonly name: string;
    readonly annotations?: { readonly [key: string]: string };
    readonly labels?: { readonly [key: string]: string };
  };
  readonly spec: {
    readonly group: string;
    readonly names: Partial<DefinitionNames> & Pick<DefinitionNames, "plural">;
    readonly scope: "Namespaced" | "Cluster";
    readonly versions: readonly object[];
  };
}

export interface SchemaOptions {
  readonly libraries: LibrarySchemas;
  readonly log: ProblemLog;
  /** The maximum length of descriptions in bytes; 0 removes them. */
  readonly maxDescLen?: number | undefined;
}

export interface CrdOptions extends SchemaOptions {
  /** The value of the annotation that names the version of the generator. Default: no annotation. */
  readonly generatorVersion?: string | undefined;
}

/** The CRD of one kind from all its versions; `undefined` when all versions have `@kubebuilder:skipversion`. */
export function crdOf(kinds: readonly KindDeclaration[], options: CrdOptions): CustomResourceDefinition | undefined {
  const { log, generatorVersion } = options;
  const wanted = kinds.filter(({ facts }) => !facts.isSkipped).toSorted((a, b) => (a.version < b.version ? -1 : 1));
  const newest = wanted.at(-1);
  if (newest === undefined) return undefined;
  checkVersions(wanted, newest, log);
  // All versions describe one resource: its markers apply to all of them.
  const { names: declared, namespaced } = wanted.findLast(({ facts }) => facts.resource !== undefined) ?? newest;
  const { shortNames, categories, ...names } = declared;
  const labels = wanted.flatMap(({ facts }) => facts.labels);
  const annotations = [
    ...wanted.flatMap(({ facts }) => facts.annotations),
    ...(generatorVersion === undefined ? [] : [["kubewright.dev/generator-version", generatorVersion] as const]),
  ];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
      ...(labels.length > 0 && { labels: Object.fromEntries(labels) }),
      name: `${names.plural}.${newest.group}`,
    },
    spec: {
      group: newest.group,
      names: {
        ...names,
        ...(shortNames.length > 0 && { shortNames }),
        ...(categories.length > 0 && { categories }),
      },
      scope: namespaced ? "Namespaced" : "Cluster",
      versions: wanted.map((kind) => versionOf(kind, wanted.length === 1, options)),
    },
  };
}

function checkVersions(kinds: readonly KindDeclaration[], newest: KindDeclaration, log: ProblemLog): void {
  const { kind, declaration } = kinds[0] ?? newest;
  const stored = kinds.filter(({ facts }) => facts.storage);
  if (kinds.length > 1 && stored.length !== 1) {
    const versions = (stored.length > 0 ? stored : kinds).map(({ version }) => version).join(", ");
    const found = stored.length > 0 ? `${stored.length} versions (${versions})` : `none of its versions (${versions})`;
    log.report(
      declaration.position,
      `"${kind}" is stored in ${found}: write "@kubebuilder:storageversion" on exactly one`,
    );
  }
  const twice = kinds.find(({ version }, index) => kinds[index + 1]?.version === version);
  if (twice !== undefined)
    log.report(twice.declaration.position, `"${kind}" is declared twice in version "${twice.version}"`);
  if (kinds.every(({ facts }) => !facts.served)) {
    log.report(
      declaration.position,
      `"${kind}" has no version that is served: remove "@kubebuilder:unservedversion" from one`,
    );
  }
}

function versionOf(kind: KindDeclaration, isOnly: boolean, options: CrdOptions): object {
  const { columns, deprecated, deprecationWarning, selectableFields, served, storage } = kind.facts;
  const subresources = subresourcesOf(kind.facts);
  return {
    ...(columns.length > 0 && { additionalPrinterColumns: columns }),
    ...(deprecated && { deprecated }),
    ...(deprecationWarning !== undefined && { deprecationWarning }),
    name: kind.version,
    schema: { openAPIV3Schema: checkedSchemaOfKind(kind, options) },
    ...(selectableFields.length > 0 && { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
    served,
    storage: isOnly || storage,
    // controller-gen writes an empty `subresources` for a kind with columns.
    ...((columns.length > 0 || Object.keys(subresources).length > 0) && { subresources }),
  };
}

function subresourcesOf({ status, scale }: KindFacts): object {
  return { ...(status && { status: {} }), ...(scale !== undefined && { scale }) };
}

/** The schema of a version of a kind, checked as the API server checks a CRD. */
export function checkedSchemaOfKind(kind: KindDeclaration, options: SchemaOptions): JsonSchema {
  const { log } = options;
  const own = createProblemLog();
  const schema = schemaOfKind(kind, { ...options, log: own });
  for (const { position, message } of own.problems) log.report(position, message);
  checkSchema(schema, {
    log,
    position: kind.declaration.position,
    hasStatus: kind.facts.status,
    isComplete: own.problems.length === 0,
  });
  return schema;
}

/** Returns the complete schema of each kind, with descriptions. Each is built once. */
export function createKindSchemas(options: SchemaOptions): (kind: KindDeclaration) => JsonSchema {
  const built = new Map<KindDeclaration, JsonSchema>();
  return (kind) => {
    const schema = built.get(kind) ?? schemaOfKind(kind, options);
    built.set(kind, schema);
    return schema;
  };
}

/**
 * The schema of a version of a kind. The server defines `apiVersion`, `kind` and `metadata`; it rejects a CRD that declares more than their
 * type.
 */
function schemaOfKind(kind: KindDeclaration, { libraries, log, maxDescLen }: SchemaOptions): JsonSchema {
  const { optionalByDefault, type } = kind;
  const { required: declared = [], ...schema } = schemaOfType(type, { libraries, log, optionalByDefault });
  const required = declared.filter((name) => !["apiVersion", "kind", "metadata"].includes(name));
  const root = {
    ...schema,
    properties: { ...schema.properties, ...rootProperties(schema) },
    ...(required.length > 0 && { required }),
  };
  return maxDescLen === undefined ? root : truncateDescriptions(root, maxDescLen);
}

/** The fields of every object, with descriptions from the source if there are any. The server rejects a description of `metadata`. */
function rootProperties({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const field = (name: keyof typeof rootDescriptions): JsonSchema => ({
    description: properties[name]?.description ?? rootDescriptions[name],
    type: "string",
  });
  return { apiVersion: field("apiVersion"), kind: field("kind"), metadata: { type: "object" } };
}

const rootDescriptions = {
  apiVersion: "The API group and version of this object, as in apps/v1.",
  kind: "The kind of this object. It never changes.",
};
