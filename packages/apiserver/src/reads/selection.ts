// Selects the objects of a list or a watch by the fields of their entries, without parsing objects.
import type { FieldRequirement } from "@kubewright/apimachinery";
import { badRequest, matchesFields, matchesLabels } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ListOptions } from "../request/list-options.ts";

export interface Selection {
  /** `""`: all namespaces. */
  readonly namespace: string;
  /** Whether it has a label or field selector. */
  readonly hasSelector: boolean;
  /** Whether it selects by labels, or by fields other than the name and the namespace. These may differ between the versions of an object. */
  readonly dependsOnVersion: boolean;
  /** Whether it selects at most one object, by its name. */
  readonly isSingle: boolean;
  /** Equal for selections that match the same objects of a kind. */
  readonly key: string;
  readonly matches: (entry: SelectableEntry) => boolean;
  /** The same for an entry of the namespace, such as one that has been found by its key. */
  readonly matchesSelectors: (entry: SelectableEntry) => boolean;
}

/** The fields of an entry that selectors match. */
export type SelectableEntry = Pick<StoredEntry, "fields" | "labels" | "name" | "namespace">;

/**
 * Throws 400 for a field that is not selectable. `name` selects one object, as the field selector `metadata.name` does; other selectors of fields are
 * rejected then.
 */
export function selectionOf(
  resource: VersionedResource,
  namespace: string,
  name: string,
  { labels, fields }: Pick<ListOptions, "labels" | "fields">,
): Selection {
  const requirements = fields.map((requirement) => translated(requirement, resource));
  if (name !== "" && fields.length > 0 && selectedNameIn(fields) !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  if (name !== "") requirements.push({ field: "metadata.name", operator: "=", value: name });
  const hasSelector = labels.length > 0 || requirements.length > 0;
  const matchesSelectors = (entry: SelectableEntry): boolean => {
    if (!hasSelector) return true;
    if (labels.length > 0 && !matchesLabels(labels, entry.labels)) return false;
    return requirements.length === 0 || matchesFields(requirements, (label) => fieldOf(entry, label));
  };
  return {
    namespace,
    hasSelector,
    dependsOnVersion: labels.length > 0 || requirements.some(({ field }) => !keyFields.has(field)),
    isSingle:
      (namespace !== "" || !resource.namespaced) &&
      requirements.some(({ field, operator }) => field === "metadata.name" && operator === "="),
    key: JSON.stringify([namespace, labels, requirements]),
    matches: (entry) => (namespace === "" || entry.namespace === namespace) && matchesSelectors(entry),
    matchesSelectors,
  };
}

/** The name that a field selector requires; `undefined` if it requires none. */
export function selectedNameIn(fields: readonly FieldRequirement[]): string | undefined {
  return fields.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value;
}

/** The fields that form the key of an object. */
const keyFields: ReadonlySet<string> = new Set(["metadata.name", "metadata.namespace"]);

/** The prefix of all keys of a selection. */
export function keyPrefixOf({ namespace }: Selection): string {
  return namespace === "" ? "" : `${namespace}/`;
}

function fieldOf(entry: SelectableEntry, label: string): string | undefined {
  if (label === "metadata.name") return entry.name;
  if (label === "metadata.namespace") return entry.namespace;
  return entry.fields?.[label];
}

function translated(requirement: FieldRequirement, { strategy, custom, version }: VersionedResource): FieldRequirement {
  const { field } = requirement;
  if (keyFields.has(field)) return requirement;
  const offered = strategy.fields;
  const aliases = offered?.aliases?.(version.name) ?? {};
  const label = Object.hasOwn(aliases, field) ? (aliases[field] ?? field) : field;
  // A field with another label in this version is not selectable by its own label.
  const isRenamed = label === field && Object.values(aliases).includes(field);
  const labels = version.selectableFields ?? offered?.labels ?? []; // Each version of a custom resource has its own.
  if (!isRenamed && labels.includes(label)) return { ...requirement, field: label };
  throw badRequest(unsupportedText(field, custom, offered?.unsupportedText, offered !== undefined));
}

function unsupportedText(
  label: string,
  custom: boolean,
  textOf: ((label: string) => string) | undefined,
  hasFields: boolean,
): string {
  if (textOf !== undefined) return textOf(label);
  if (custom || hasFields) return `field label not supported: ${label}`;
  return `${JSON.stringify(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}
