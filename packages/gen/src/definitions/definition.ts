/**
 * A CustomResourceDefinition for the tools of this package: the parts that its author writes, without those that the API server adds. It is
 * read from untrusted JSON, so every part is checked.
 */
import { isDns1035Label, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { readSchema } from "./read-schema.ts";
import { createFields } from "./read-fields.ts";
import type { Fields } from "./read-fields.ts";

/** A CRD. */
export interface Definition {
  /** `myjobs.batch.example.com` */
  readonly name: string;
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: "Namespaced" | "Cluster";
  readonly conversion: "None" | "Webhook";
  /** In the order of the CRD; at least one. */
  readonly versions: readonly DefinitionVersion[];
  /** The versions in which the API server has stored objects; empty for a CRD that was not read from a server. */
  readonly storedVersions: readonly string[];
}

export interface DefinitionNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning?: string;
  /** Default: a schema that preserves unknown fields. */
  readonly schema: JsonSchema;
  /** Whether the version has the `status` subresource. */
  readonly status: boolean;
  readonly scale?: ScalePaths;
  readonly columns: readonly Column[];
  /** JSON paths. */
  readonly selectableFields: readonly string[];
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}

/**
 * Reads a CRD of `apiextensions.k8s.io/v1` from JSON.
 *
 * @throws {@link DefinitionError} that names the CRD, the field, what was found and what was expected.
 */
export function readDefinition(value: unknown): Definition {
  const root = createFields(value, "the CRD");
  const apiVersion = root.text("apiVersion");
  const kind = root.text("kind");
  const name = root.object("metadata").text("name");
  const crd = createFields(value, `the CRD "${name}"`);
  if (kind !== "CustomResourceDefinition") throw crd.error("kind", kind, '"CustomResourceDefinition"');
  if (apiVersion !== "apiextensions.k8s.io/v1") throw crd.error("apiVersion", apiVersion, '"apiextensions.k8s.io/v1"');

  const spec = crd.object("spec");
  const group = spec.text("group");
  if (isDns1123Subdomain(group).length > 0) throw spec.error("group", group, "a DNS name");
  const scope = spec.text("scope");
  if (scope !== "Namespaced" && scope !== "Cluster") throw spec.error("scope", scope, "Namespaced or Cluster");
  const versions = spec.list("versions").map(versionOf);
  if (versions.length === 0) throw spec.error("versions", [], "at least one version");
  const twice = versions.find((version, index) => versions.findIndex((other) => other.name === version.name) < index);
  if (twice !== undefined) throw spec.error("versions", twice.name, "each version once");
  const names = namesOf(spec.object("names"));
  if (name !== `${names.plural}.${group}`) {
    throw crd.error("metadata.name", name, `"${names.plural}.${group}", the plural and the group`);
  }
  return {
    name,
    group,
    names,
    scope,
    conversion: spec.optional("conversion")?.optionalText("strategy") === "Webhook" ? "Webhook" : "None",
    versions,
    storedVersions: crd.optional("status")?.texts("storedVersions") ?? [],
  };
}

function namesOf(names: Fields): DefinitionNames {
  const kind = names.text("kind");
  if (!/^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind)) throw names.error("kind", kind, "letters and digits, a letter first");
  const plural = names.text("plural");
  if (isDns1035Label(plural).length > 0) throw names.error("plural", plural, "a DNS label in lower case");
  return {
    kind,
    plural,
    singular: names.optionalText("singular") || kind.toLowerCase(),
    listKind: names.optionalText("listKind") || `${kind}List`,
    shortNames: names.texts("shortNames"),
    categories: names.texts("categories"),
  };
}

function versionOf(version: Fields): DefinitionVersion {
  const name = version.text("name");
  if (isDns1035Label(name).length > 0) throw version.error("name", name, "a DNS label such as v1beta1");
  const schema = version.optional("schema")?.optional("openAPIV3Schema");
  const subresources = version.optional("subresources");
  const scale = subresources?.optional("scale");
  const warning = version.optionalText("deprecationWarning");
  return {
    name,
    served: version.flag("served"),
    storage: version.flag("storage"),
    deprecated: version.flag("deprecated"),
    ...(warning !== undefined && { deprecationWarning: warning }),
    schema: schema === undefined ? preservesAll : readSchema(schema),
    status: subresources?.optional("status") !== undefined,
    ...(scale !== undefined && { scale: scaleOf(scale) }),
    columns: version.list("additionalPrinterColumns").map(columnOf),
    selectableFields: version.list("selectableFields").map((field) => field.text("jsonPath")),
  };
}

const preservesAll: JsonSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function scaleOf(scale: Fields): ScalePaths {
  const labelSelectorPath = scale.optionalText("labelSelectorPath");
  return {
    specReplicasPath: scale.text("specReplicasPath"),
    statusReplicasPath: scale.text("statusReplicasPath"),
    ...(labelSelectorPath !== undefined && { labelSelectorPath }),
  };
}

function columnOf(column: Fields): Column {
  const format = column.optionalText("format");
  const description = column.optionalText("description");
  const priority = column.optionalNumber("priority");
  return {
    name: column.text("name"),
    type: column.text("type"),
    jsonPath: column.text("jsonPath"),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && { priority }),
  };
}
