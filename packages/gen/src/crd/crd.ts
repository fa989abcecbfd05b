/** Builds the CustomResourceDefinition of a kind from its versions, in the layout of controller-gen. */
import type { JsonSchema } from "@kubewright/schema";

import type { CommentReader } from "../kinds/comment-reader.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { has, last, textOf } from "../markers/read-markers.ts";
import { createProblemLog } from "../problem.ts";
import type { ProblemLog } from "../problem.ts";
import { checkSchema } from "./check-schema.ts";
import type { LibrarySchemas } from "./library-schemas.ts";
import {
  checkPaths,
  columnsOf,
  metadataOf,
  namesOf,
  scopeOf,
  selectableFieldsOf,
  subresourcesOf,
} from "./resource-markers.ts";
import type { ResourceNames } from "./resource-markers.ts";
import { createSchemaBuilder } from "./schema-builder.ts";
import { truncateDescriptions } from "./truncate-descriptions.ts";

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
    readonly names: ResourceNames;
    readonly scope: "Namespaced" | "Cluster";
    readonly versions: readonly object[];
  };
}

export interface CrdOptions {
  readonly libraries: LibrarySchemas;
  readonly read: CommentReader;
  readonly log: ProblemLog;
  /** The maximum length of descriptions in bytes; 0 removes them. */
  readonly maxDescLen?: number;
  /** The value of the annotation that names the version of the generator. Default: no annotation. */
  readonly generatorVersion?: string;
}

const generatorVersionAnnotation = "kubewright.dev/generator-version";

/** The CRD of one kind from all its versions; `undefined` when all versions have `@kubebuilder:skipversion`. */
export function crdOf(kinds: readonly KindDeclaration[], options: CrdOptions): CustomResourceDefinition | undefined {
  const { log } = options;
  const wanted = kinds
    .filter(({ markers }) => !has(markers, "kubebuilder:skipversion"))
    .toSorted((a, b) => (a.version < b.version ? -1 : 1));
  const newest = wanted.at(-1);
  if (newest === undefined) return undefined;
  checkVersions(wanted, log);
  // All versions describe one resource: its markers apply to all of them.
  const declared = wanted.findLast(({ markers }) => has(markers, "kubebuilder:resource")) ?? newest;
  const names = namesOf(declared);
  const labels = metadataOf(wanted, "labels", log);
  const { generatorVersion } = options;
  const annotations = [
    ...metadataOf(wanted, "annotations", log),
    ...(generatorVersion === undefined ? [] : [[generatorVersionAnnotation, generatorVersion] as const]),
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
      names,
      scope: scopeOf(declared, log),
      versions: wanted.map((kind) => versionOf(kind, wanted.length === 1, options)),
    },
  };
}

function checkVersions(kinds: readonly KindDeclaration[], log: ProblemLog): void {
  const [first] = kinds;
  if (first === undefined) return;
  const { kind, declaration } = first;
  const stored = kinds.filter(({ markers }) => has(markers, "kubebuilder:storageversion"));
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
  if (kinds.every(({ markers }) => has(markers, "kubebuilder:unservedversion"))) {
    log.report(
      declaration.position,
      `"${kind}" has no version that is served: remove "@kubebuilder:unservedversion" from one`,
    );
  }
}

function versionOf(kind: KindDeclaration, isOnly: boolean, options: CrdOptions): object {
  const { markers, version } = kind;
  checkPaths(kind, options.log);
  const columns = columnsOf(kind, options.log);
  const selectable = selectableFieldsOf(kind);
  const deprecated = last(markers, "kubebuilder:deprecatedversion");
  const subresources = subresourcesOf(kind);
  const schema = checkedSchemaOfKind(kind, options);
  return {
    ...(columns.length > 0 && { additionalPrinterColumns: columns }),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(textOf(deprecated, "warning") !== undefined && { deprecationWarning: textOf(deprecated, "warning") }),
    name: version,
    schema: { openAPIV3Schema: schema },
    ...(selectable.length > 0 && { selectableFields: selectable }),
    served: !has(markers, "kubebuilder:unservedversion"),
    storage: isOnly || has(markers, "kubebuilder:storageversion"),
    ...(subresources !== undefined && { subresources }),
  };
}

/** The schema of a version of a kind, checked as the API server checks a CRD. */
export function checkedSchemaOfKind(kind: KindDeclaration, options: Omit<CrdOptions, "generatorVersion">): JsonSchema {
  const { log } = options;
  const own = createProblemLog();
  const schema = schemaOfKind(kind, { ...options, log: own });
  for (const { position, message } of own.problems) log.report(position, message);
  checkSchema(schema, {
    log,
    position: kind.declaration.position,
    hasStatus: has(kind.markers, "kubebuilder:subresource:status"),
    isComplete: own.problems.length === 0,
  });
  return schema;
}

/**
 * The schema of a version of a kind. The server defines `apiVersion`, `kind` and `metadata`; it rejects a CRD that declares more than their
 * type.
 */
export function schemaOfKind(
  kind: KindDeclaration,
  { libraries, read, log, maxDescLen }: Omit<CrdOptions, "generatorVersion">,
): JsonSchema {
  const builder = createSchemaBuilder({ libraries, log, read, optionalByDefault: kind.optionalByDefault });
  const schema = builder.schemaOf(kind.type);
  const required = schema.required?.filter((name) => !serverFields.has(name)) ?? [];
  const { required: _replaced, ...rest } = schema;
  const root = {
    ...rest,
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

const serverFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
