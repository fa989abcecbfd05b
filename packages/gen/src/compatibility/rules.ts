/**
 * The meaning of each kind of change: what it breaks, why, and the alternative. The reasons follow from kube-apiserver 1.36: what it
 * rejects in an update of a CRD, prunes, validates, and tolerates. In an update, it tolerates an unchanged invalid value (ratcheting), and
 * duplicates in lists that already had duplicates. It rejects a missing field of a changed object, and an error in an embedded object.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
 */
import type { Affected, CompatibilityRule, DefinitionRule, SchemaRule, Severity } from "./change.ts";

/** A rule. */
export interface RuleMeaning {
  readonly severity: Severity;
  /** Empty for a compatible change. */
  readonly affects: readonly Affected[];
  /** One sentence without a full stop. */
  readonly why: string;
  /** The alternative to a breaking change, in the same form. */
  readonly instead?: string;
}

const breaking = (affects: readonly Affected[], why: string, instead: string): RuleMeaning => ({
  severity: "breaking",
  affects,
  why,
  instead,
});
const note = (affects: readonly Affected[], why: string): RuleMeaning => ({ severity: "note", affects, why });
const compatible = (why: string): RuleMeaning => ({ severity: "compatible", affects: [], why });

const everybody: readonly Affected[] = ["stored", "writers", "readers"];
const newVersion = "make the change in a new version, and convert between the two";
const refused = "values that were valid are rejected; a stored value is accepted only while updates do not change it";

const anotherResource = breaking(
  ["install", ...everybody],
  "to a server this is another resource: the objects stay in the old one",
  "serve both for a while, copy the objects, and remove the old one once it is unused",
);
const refusing = (instead: string = newVersion): RuleMeaning => breaking(["stored", "writers"], refused, instead);

/** The rules on a CRD as a whole and on its versions. */
const definitionRules: Readonly<Record<DefinitionRule, RuleMeaning>> = {
  "definition-added": compatible("there are no objects of the kind yet"),
  "definition-removed": breaking(
    everybody,
    "a server deletes all objects together with their CRD",
    "keep the CRD until all its objects are deleted, and stop serving its versions one by one before",
  ),
  "group-changed": anotherResource,
  "plural-changed": anotherResource,
  "kind-changed": breaking(
    ["install", ...everybody],
    "a server rejects another kind for an existing CRD, and manifests name the old one",
    "keep the kind, or serve a CRD with another plural beside this one",
  ),
  "list-kind-changed": note(["readers"], "the kind of lists changes"),
  "singular-changed": note(["readers"], "kubectl uses another singular name"),
  "scope-changed": breaking(
    ["install", ...everybody],
    "a server rejects another scope for an existing CRD: the keys of stored objects depend on it",
    "serve a CRD with another plural or group beside this one, and copy the objects",
  ),
  "short-name-removed": note(["readers"], "kubectl no longer accepts the short name"),
  "short-name-added": compatible("an additional name"),
  "category-removed": note(["readers"], "kubectl no longer lists the objects under the category"),
  "category-added": compatible("kubectl lists the objects under the category, too"),
  "conversion-withdrawn": breaking(
    ["stored", "readers"],
    "objects stored in another version are read without conversion, and fields that the requested version does not have are dropped",
    "keep the webhook until all objects are stored in the one version that stays",
  ),
  "conversion-introduced": note(
    ["install"],
    "reads and writes fail until the webhook answers: deploy it before the CRD",
  ),
  "version-added": compatible("an additional version"),
  "version-removed": breaking(
    ["writers", "readers"],
    "reads and writes of this version fail with 404",
    "mark the version as deprecated, stop serving it a release later, and remove it once it is unused",
  ),
  "stored-version-removed": breaking(
    ["install", ...everybody],
    "a server rejects the removal of a version in status.storedVersions: objects may be stored in it",
    "store another version, write all objects once, remove this version from status.storedVersions, then remove it",
  ),
  "unserved-version-removed": compatible("the version was not served, and nothing is stored in it"),
  "version-unserved": breaking(
    ["writers", "readers"],
    "reads and writes of this version fail with 404",
    "mark the version as deprecated, and keep serving it while it is used",
  ),
  "version-served": compatible("an additional served version"),
  "version-deprecated": note(["writers", "readers"], "every response in this version has a warning"),
  "version-undeprecated": compatible("responses have no warning any more"),
  "storage-version-changed": note(
    ["stored"],
    "objects stay stored in the old version until each is written: keep it until they all have been",
  ),
  "storage-version-unserved": breaking(
    ["stored", "writers", "readers"],
    "programs that use the current storage version fail as soon as it changes",
    "change the storage version first, and stop serving the old one in a later release",
  ),
  "status-removed": breaking(
    ["writers"],
    "updates of the status subresource fail with 404, and writers of the spec overwrite the status",
    newVersion,
  ),
  "status-added": compatible("existing fields are written as before"),
  "status-separated": breaking(
    ["writers"],
    "a status that is written together with the rest is silently ignored: only the subresource writes it",
    "introduce the subresource in a new version, or move all writers to it in the same release",
  ),
  "scale-removed": breaking(
    ["writers", "readers"],
    "autoscalers and `kubectl scale` no longer work",
    "keep the subresource",
  ),
  "scale-added": compatible("an additional way to write the replicas"),
  "scale-path-changed": breaking(
    ["writers", "readers"],
    "autoscalers and `kubectl scale` read and write another field than existing objects use",
    newVersion,
  ),
  "selectable-field-removed": breaking(
    ["readers"],
    "lists and watches with a field selector on it are rejected",
    "keep the field selectable while it is used in selectors",
  ),
  "selectable-field-added": compatible("an additional way to select"),
  "column-removed": note(["readers"], "`kubectl get` prints one column less"),
  "column-changed": note(["readers"], "`kubectl get` prints the column differently"),
  "column-added": compatible("`kubectl get` prints one column more"),
};

/** The rules on schemas. */
const schemaRules: Readonly<Record<SchemaRule, RuleMeaning>> = {
  "field-added": compatible("an additional optional field"),
  "field-removed": breaking(
    everybody,
    "the field is pruned: its stored value is no longer read, and is lost with the next write",
    "keep the field and mark it as deprecated in its description, or remove it in a new version and convert",
  ),
  "field-undeclared": note(["readers"], "the field is kept, but its value is no longer validated"),
  "field-constrained": breaking(
    ["stored", "writers"],
    "the field could have any value before; values that do not match its schema are rejected now",
    "leave the field without a schema, or choose an unused name",
  ),
  "field-required": breaking(
    ["stored", "writers"],
    "objects without the field are rejected, stored ones as soon as the part without it changes",
    "give the field a default, or leave it optional and handle its absence in the program",
  ),
  "field-required-with-default": compatible("an absent field gets its default"),
  "field-optional": note(["readers"], "programs must expect that the field is absent"),
  "type-changed": breaking(
    everybody,
    "values of the old type are rejected, and readers do not expect the stored ones",
    newVersion,
  ),
  "type-widened": note(["readers"], "programs may read values of a type that they do not expect"),
  "int-or-string-withdrawn": breaking(["stored", "writers"], "one of the two types is rejected", newVersion),
  "enum-narrowed": refusing("keep the value, and mark it as deprecated in the description"),
  "enum-widened": note(["readers"], "programs may read a value that they do not know"),
  "pattern-changed": refusing(),
  "pattern-removed": note(["readers"], "programs may read a string of another form"),
  "format-narrowed": refusing(),
  "format-widened": note(["readers"], "programs may read a value of another form"),
  "minimum-raised": refusing(),
  "maximum-lowered": refusing(),
  "multiple-changed": refusing(),
  "length-narrowed": refusing(),
  "items-narrowed": refusing(),
  "properties-narrowed": refusing(),
  "bounds-widened": compatible("more values are allowed"),
  "nullable-withdrawn": breaking(
    ["stored", "writers"],
    "a null is rejected in a list, and is dropped or becomes the default in an object",
    "keep the field nullable",
  ),
  "nullable-added": note(["readers"], "programs may read null"),
  "default-added": compatible("objects without the field are read with the default"),
  "default-beside-limits": breaking(
    ["stored", "writers"],
    "the default is added to objects for which a count of fields or an alternative requires that the field is absent",
    "leave the field without a default",
  ),
  "default-changed": note(
    ["stored", "writers"],
    "new objects without the field get another value; stored objects keep theirs",
  ),
  "default-removed": breaking(
    ["stored", "readers"],
    "objects in which the field was never written are read without it",
    "keep the default",
  ),
  "list-type-changed": breaking(
    ["stored", "writers"],
    "duplicates that were allowed are rejected (in a stored object only after its duplicates are removed), or programs that apply parts of the list overwrite each other",
    newVersion,
  ),
  "map-keys-changed": breaking(
    ["stored", "writers"],
    "different items become duplicates, and programs that apply parts of the list no longer find their items",
    newVersion,
  ),
  "map-type-changed": breaking(
    ["writers"],
    "programs that apply parts of the object overwrite each other, or have new conflicts",
    newVersion,
  ),
  "unknown-fields-withdrawn": breaking(
    everybody,
    "fields without a schema are pruned: their stored values are lost with the next write",
    "declare the used fields first, or keep unknown fields",
  ),
  "unknown-fields-kept": note(["readers"], "programs may read fields that they do not know"),
  "additional-properties-removed": breaking(
    everybody,
    "keys without a schema are pruned: their stored values are lost with the next write",
    newVersion,
  ),
  "additional-properties-added": note(["readers"], "programs may read keys that they do not know"),
  "embedded-resource-changed": breaking(
    everybody,
    "apiVersion, kind and metadata of the embedded object become required, also for unchanged values, or are pruned",
    newVersion,
  ),
  "rule-added": refusing("add the rule in a new version, or write it so that it holds for all objects that were valid"),
  "rule-changed": refusing("verify that the new rule allows what the old one allowed, then accept the change"),
  "rule-removed": compatible("more values are allowed"),
  "rule-message-changed": compatible("the same values are rejected with another message"),
  "alternatives-narrowed": refusing(),
  "alternatives-widened": compatible("more values are allowed"),
  "description-changed": compatible("only the documentation changes"),
};

/** All rules by name. */
export const compatibilityRules: Readonly<Record<CompatibilityRule, RuleMeaning>> = {
  ...definitionRules,
  ...schemaRules,
};
