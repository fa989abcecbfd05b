/**
 * What each kind of change means: for whom it breaks something, why, and what to do instead. The reasons are those of a
 * kube-apiserver 1.36: what it refuses on an update of a CRD, what it prunes, what it validates, and what it forgives. It forgives an
 * invalid value that an update leaves as it is (ratcheting), and duplicates in lists of an object that had some before, but not a missing
 * field of an object that changes, nor what is wrong with an embedded object.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
 */
import type { Affected, CompatibilityRule, DefinitionRule, SchemaRule, Severity } from "./change.ts";

/** A rule. */
export interface RuleMeaning {
  readonly severity: Severity;
  /** Nobody for a change that is compatible. */
  readonly affects: readonly Affected[];
  /** One sentence without a full stop. */
  readonly why: string;
  /** What to do instead of a breaking change, likewise. */
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
const refused =
  "writers that send what was valid are refused; a stored value is only kept as long as updates leave it as it is";

/** The rules on a CRD as a whole and on its versions. */
const definitionRules: Readonly<Record<DefinitionRule, RuleMeaning>> = {
  "definition-added": compatible("nobody has such objects yet"),
  "definition-removed": breaking(
    everybody,
    "a server deletes all objects together with their CRD",
    "keep the CRD until nobody has such objects, and stop serving it version by version before",
  ),
  "group-changed": breaking(
    ["install", ...everybody],
    "to a server this is another resource: the objects stay with the old one",
    "serve both for a while, copy the objects, and remove the old one when nobody uses it",
  ),
  "plural-changed": breaking(
    ["install", ...everybody],
    "to a server this is another resource: the objects stay with the old one",
    "serve both for a while, copy the objects, and remove the old one when nobody uses it",
  ),
  "kind-changed": breaking(
    ["install", ...everybody],
    "a server refuses another kind for a CRD that it serves, and manifests name the old one",
    "keep the kind, or serve a CRD with another plural beside this one",
  ),
  "list-kind-changed": note(["readers"], "programs that look at the kind of a list see another one"),
  "singular-changed": note(["readers"], "kubectl knows the resource by another name"),
  "scope-changed": breaking(
    ["install", ...everybody],
    "a server refuses another scope for a CRD that it serves: the objects are stored by it",
    "serve a CRD with another plural or group beside this one, and copy the objects",
  ),
  "short-name-removed": note(["readers"], "who types the short name is told that there is no such resource"),
  "short-name-added": compatible("a further name"),
  "category-removed": note(["readers"], "kubectl no longer lists the objects under the category"),
  "category-added": compatible("kubectl lists the objects under the category, too"),
  "conversion-withdrawn": breaking(
    ["stored", "readers"],
    "objects stored in another version are read as they are, and fields that the version read does not have are dropped",
    "keep the webhook until all objects are stored in the one version that stays",
  ),
  "conversion-introduced": note(
    ["install"],
    "reads and writes fail until the webhook answers: deploy it before the CRD",
  ),
  "version-added": compatible("a further version"),
  "version-removed": breaking(
    ["writers", "readers"],
    "who reads or writes this version is told that it does not exist",
    "mark the version as deprecated, stop serving it a release later, and remove it when nobody uses it",
  ),
  "stored-version-removed": breaking(
    ["install", ...everybody],
    "a server refuses to remove a version that status.storedVersions names: objects may be stored in it",
    "store another version, write all objects once, take this one out of status.storedVersions, and remove it then",
  ),
  "unserved-version-removed": compatible("nobody could use the version, and nothing is stored in it"),
  "version-unserved": breaking(
    ["writers", "readers"],
    "who reads or writes this version is told that it does not exist",
    "mark the version as deprecated, and keep serving it while somebody uses it",
  ),
  "version-served": compatible("a further version that is served"),
  "version-deprecated": note(["writers", "readers"], "who uses the version is warned with every answer"),
  "version-undeprecated": compatible("nobody is warned any more"),
  "storage-version-changed": note(
    ["stored"],
    "objects stay stored in the old version until each is written: keep it until they all have been",
  ),
  "storage-version-unserved": breaking(
    ["stored", "writers", "readers"],
    "programs that still use the version objects were stored in so far are cut off at the moment in which it changes",
    "change the storage version first, and stop serving the old one in a later release",
  ),
  "status-removed": breaking(
    ["writers"],
    "updates of the status subresource answer that it does not exist, and writers of the spec overwrite the status",
    newVersion,
  ),
  "status-added": compatible("nothing that was there is written in another way"),
  "status-separated": breaking(
    ["writers"],
    "writers that set the status together with the rest are ignored silently: it is written by its subresource alone",
    "introduce the subresource in a new version, or move all writers to it in the same release",
  ),
  "scale-removed": breaking(
    ["writers", "readers"],
    "autoscalers and `kubectl scale` no longer work",
    "keep the subresource",
  ),
  "scale-added": compatible("a further way to write the replicas"),
  "scale-path-changed": breaking(
    ["writers", "readers"],
    "autoscalers and `kubectl scale` read and write another field than the objects that are there use",
    newVersion,
  ),
  "selectable-field-removed": breaking(
    ["readers"],
    "lists and watches with a field selector on it are refused",
    "keep the field selectable while somebody selects by it",
  ),
  "selectable-field-added": compatible("a further way to select"),
  "column-removed": note(["readers"], "`kubectl get` prints one column less"),
  "column-changed": note(["readers"], "`kubectl get` prints the column differently"),
  "column-added": compatible("`kubectl get` prints one column more"),
};

/** The rules on what values may be. */
const schemaRules: Readonly<Record<SchemaRule, RuleMeaning>> = {
  "field-added": compatible("a further field that may be left out"),
  "field-removed": breaking(
    everybody,
    "the field is pruned: what is stored in it is no longer read, and is lost with the next write",
    "keep the field and say in its description that it is deprecated, or remove it in a new version and convert",
  ),
  "field-undeclared": note(["readers"], "the field is kept, but its value is no longer checked and may be anything"),
  "field-constrained": breaking(
    ["stored", "writers"],
    "the field could be written before and hold anything; what is not of the form it has now is refused",
    "leave the field open, or choose a name that nobody uses",
  ),
  "field-required": breaking(
    ["stored", "writers"],
    "objects without the field are refused, stored ones too as soon as the part that lacks it is changed",
    "give the field a default, or leave it optional and treat its absence in the program",
  ),
  "field-required-with-default": compatible("where the field is missing its default is filled in"),
  "field-optional": note(["readers"], "programs that count on the field must expect that it is not there"),
  "type-changed": breaking(
    everybody,
    "values of the old type are refused, and stored ones are not what readers expect",
    newVersion,
  ),
  "type-widened": note(["readers"], "programs may read values of a type that they do not expect"),
  "int-or-string-withdrawn": breaking(["stored", "writers"], "one of the two types is refused", newVersion),
  "enum-narrowed": breaking(
    ["stored", "writers"],
    refused,
    "keep the value, and say in the description that it is deprecated",
  ),
  "enum-widened": note(["readers"], "programs may read a value that they do not know"),
  "pattern-changed": breaking(["stored", "writers"], refused, newVersion),
  "pattern-removed": note(["readers"], "programs may read a text of another form"),
  "format-narrowed": breaking(["stored", "writers"], refused, newVersion),
  "format-widened": note(["readers"], "programs may read a value of another form"),
  "minimum-raised": breaking(["stored", "writers"], refused, newVersion),
  "maximum-lowered": breaking(["stored", "writers"], refused, newVersion),
  "multiple-changed": breaking(["stored", "writers"], refused, newVersion),
  "length-narrowed": breaking(["stored", "writers"], refused, newVersion),
  "items-narrowed": breaking(["stored", "writers"], refused, newVersion),
  "properties-narrowed": breaking(["stored", "writers"], refused, newVersion),
  "bounds-widened": compatible("more values are allowed"),
  "nullable-withdrawn": breaking(
    ["stored", "writers"],
    "a null is refused in a list, and is dropped or becomes the default in an object",
    "keep the field nullable",
  ),
  "nullable-added": note(["readers"], "programs may read null"),
  "default-added": compatible("objects without the field are read with the default"),
  "default-beside-limits": breaking(
    ["stored", "writers"],
    "the default is filled into objects that a count of fields or an alternative around it allowed only without the field",
    "leave the field without a default",
  ),
  "default-changed": note(
    ["stored", "writers"],
    "what is written without the field from now on is not what it was; stored objects keep theirs",
  ),
  "default-removed": breaking(
    ["stored", "readers"],
    "objects that never got the field written are read without it",
    "keep the default",
  ),
  "list-type-changed": breaking(
    ["stored", "writers"],
    "duplicates are refused that were allowed (in a stored object only once it has none), or programs that apply parts of the list overwrite each other's",
    newVersion,
  ),
  "map-keys-changed": breaking(
    ["stored", "writers"],
    "items that differed become duplicates, and programs that apply parts of the list no longer find theirs",
    newVersion,
  ),
  "map-type-changed": breaking(
    ["writers"],
    "programs that apply parts of the object overwrite each other's, or conflict where they did not",
    newVersion,
  ),
  "unknown-fields-withdrawn": breaking(
    everybody,
    "fields that the schema does not name are pruned: what is stored in them is lost with the next write",
    "name the fields that are used before, or keep unknown ones",
  ),
  "unknown-fields-kept": note(["readers"], "programs may read fields that they do not know"),
  "additional-properties-removed": breaking(
    everybody,
    "keys that the schema does not name are pruned: what is stored in them is lost with the next write",
    newVersion,
  ),
  "additional-properties-added": note(["readers"], "programs may read keys that they do not know"),
  "embedded-resource-changed": breaking(
    everybody,
    "apiVersion, kind and metadata of the embedded object are required that were not, whatever an update leaves as it is, or pruned that were kept",
    newVersion,
  ),
  "rule-added": breaking(
    ["stored", "writers"],
    refused,
    "add the rule in a new version, or so that it holds for all objects that were valid",
  ),
  "rule-changed": breaking(
    ["stored", "writers"],
    refused,
    "check that the rule allows what the old one allowed, and accept the change then",
  ),
  "rule-removed": compatible("more values are allowed"),
  "rule-told-differently": compatible("the same values are refused in other words"),
  "alternatives-narrowed": breaking(["stored", "writers"], refused, newVersion),
  "alternatives-widened": compatible("more values are allowed"),
  "description-changed": compatible("words for people"),
};

/** All rules by name. */
export const compatibilityRules: Readonly<Record<CompatibilityRule, RuleMeaning>> = {
  ...definitionRules,
  ...schemaRules,
};
