/** Errors of a CustomResourceDefinition: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, isDns1035Label, joinedInSteps, shownAsJson } from "@kubewright/apimachinery";
import { createRuleChecks } from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";
import { checkStructuralInSteps, hasSchema } from "@kubewright/schema";
import { checkImmutable, checkOneOf } from "../../kinds/field-checks.ts";
import { checkApproval } from "./approval.ts";
import { caBundleProblem } from "./ca-bundle.ts";
import { checkConversion } from "./check-conversion.ts";
import { checkDefinitionName, checkGroup, checkNames, checkRequiredNames } from "./check-names.ts";
import { checkColumn, checkSelectableFields, checkSubresources } from "./check-version.ts";
import type { DefinitionView, VersionView } from "../definition-view.ts";
import { hasCondition, schemaOfVersion } from "../definition-view.ts";
import type { Part } from "./shared-parts.ts";
import { parts, sharedParts, versionsInGo } from "./shared-parts.ts";

const specPath = fieldPath("spec");
const versionsPath = specPath.child("versions");

/** Returns the schema of a version as the request has it. */
type SchemaOf = (version: VersionView) => JsonSchema | undefined;

/** In steps. `schemaOf` returns the schemas with their empty lists and maps, which are not stored. */
export function checkDefinition(
  definition: DefinitionView,
  old: DefinitionView | undefined,
  schemaOf: SchemaOf,
): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => (old === undefined ? checkDefinitionName(definition) : []),
    () => checkSpec(definition, unchangedSchemas(definition, old), schemaOf),
    () => checkCaBundle(definition, old),
    () => (old === undefined ? [] : checkChange(definition, old)),
    () => checkNames(definition.status?.acceptedNames ?? {}, fieldPath("status", "acceptedNames")),
    () => checkStoredVersions(definition),
    () => checkApproval(definition, old),
    () => checkPreserveUnknownFields(definition),
  ]);
}

function checkSpec(
  definition: DefinitionView,
  unchanged: ReadonlySet<string>,
  schemaOf: SchemaOf,
): Work<readonly FieldError[]> {
  const { group = "", scope, names = {} } = definition.spec ?? {};
  const versions = definition.spec?.versions ?? [];
  const context = { versions, unchanged, shared: sharedParts(versions, schemaOf), schemaOf };
  return joinedInSteps([
    () => checkGroup(group, specPath.child("group")),
    () => checkOneOf(scope, ["Cluster", "Namespaced"], specPath.child("scope")),
    () =>
      versions.flatMap((version, index) =>
        schemaOfVersion(version) === undefined
          ? [field.required(versionsPath.index(index).child("schema", "openAPIV3Schema"), "")]
          : [],
      ),
    () => checkPruningOfDefaults(definition),
    () => checkVersions(context),
    () => checkVersionSet(definition.spec?.versions),
    () => checkFirstVersion(versions),
    () => checkRequiredNames(names, specPath.child("names")),
    () => checkNames(names, specPath.child("names")),
    () => checkShared(context),
    () => checkConversion(definition.spec ?? {}, specPath.child("conversion")),
  ]);
}

/** Defaults require that unknown fields are pruned. */
function checkPruningOfDefaults({ spec }: DefinitionView): readonly FieldError[] {
  const hasDefault = (schema: JsonSchema): boolean => (schema.default ?? null) !== null;
  const schemas = (spec?.versions ?? []).map((version) => schemaOfVersion(version) ?? {});
  if (spec?.preserveUnknownFields !== true || !schemas.some((schema) => hasSchema(schema, hasDefault))) return [];
  const text = "must be false in order to use defaults in the schema";
  return [field.invalid(specPath.child("preserveUnknownFields"), true, text)];
}

/** Checks the fields that differ between versions. */
function checkVersions(context: VersionsContext): Work<readonly FieldError[]> {
  const checks = context.versions.map((version, index) => () => {
    const path = versionsPath.index(index);
    const messages = isDns1035Label(version.name ?? "");
    const own = parts.filter((part) => !context.shared.has(part));
    return joinedInSteps([
      () => (messages.length === 0 ? [] : [field.invalid(path.child("name"), version.name ?? "", messages.join(","))]),
      () => checkDeprecation(version, path.child("deprecationWarning")),
      ...own.map((part) => () => checkPart(part, version, { ...context, path })),
    ]);
  });
  return joinedInSteps(checks);
}

/** Checks the fields that are equal in all versions. */
function checkShared(context: VersionsContext): Work<readonly FieldError[]> {
  const [first] = context.versions;
  if (first === undefined) return [];
  const shared = parts.filter((part) => context.shared.has(part));
  return joinedInSteps(shared.map((part) => () => checkPart(part, first, { ...context, path: specPath })));
}

interface VersionsContext {
  readonly versions: readonly VersionView[];
  /** Versions whose schemas an update does not change. */
  readonly unchanged: ReadonlySet<string>;
  /** The parts that are equal in all versions. */
  readonly shared: ReadonlySet<Part>;
  readonly schemaOf: SchemaOf;
}

interface PartContext extends VersionsContext {
  readonly path: FieldPath;
}

function checkPart(
  part: Part,
  version: VersionView,
  { versions, unchanged, shared, path, schemaOf }: PartContext,
): Work<readonly FieldError[]> {
  const schema = schemaOf(version);
  const isAtTop = path === specPath;
  switch (part) {
    case "schema": {
      if (schema === undefined) return [];
      const name = isAtTop ? "validation" : "schema";
      const hasStatus = (isAtTop ? versions : [version]).some(({ subresources }) => subresources?.status !== undefined);
      const rules = createRuleChecks({ limitsExpressions: !unchanged.has(version.name ?? "") });
      return checkStructuralInSteps(schema, path.child(name, "openAPIV3Schema"), { hasStatus, rules });
    }
    case "subresources":
      return checkSubresources(version.subresources, path.child("subresources"));
    case "additionalPrinterColumns":
      return (version.additionalPrinterColumns ?? []).flatMap((column, index) =>
        checkColumn(column, path.child("additionalPrinterColumns").index(index)),
      );
    case "selectableFields": {
      // kube-apiserver looks for the schema only at the level of these fields.
      const beside = shared.has("schema") === isAtTop ? schema : undefined;
      const missing = isAtTop
        ? "may only be set when validations.schema is included"
        : "may only be set when `version.schema.openAPIV3Schema` is not included";
      return checkSelectableFields(version.selectableFields ?? [], beside, missing, path.child("selectableFields"));
    }
  }
}

/** The versions that have the same schema in both definitions. */
function unchangedSchemas(definition: DefinitionView, old: DefinitionView | undefined): ReadonlySet<string> {
  const before = new Map(old?.spec?.versions?.map((version) => [version.name ?? "", schemaOfVersion(version)]));
  const same = (definition.spec?.versions ?? []).filter((version) => {
    const schema = before.get(version.name ?? "");
    return schema !== undefined && isDeepEqual(schema, schemaOfVersion(version));
  });
  return new Set(same.map(({ name = "" }) => name));
}

function checkDeprecation(version: VersionView, path: FieldPath): readonly FieldError[] {
  const { deprecationWarning: text } = version;
  if (text === undefined) return [];
  const errors: string[] = [];
  if (version.deprecated !== true)
    return [field.invalid(path, shownAsJson(text), "can only be set for deprecated versions")];
  if (Buffer.byteLength(text, "utf8") > 256) errors.push("must be <= 256 characters long");
  if (text === "") errors.push("must not be an empty string");
  const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(text);
  if (unprintable !== null) {
    const position = Buffer.byteLength(text.slice(0, unprintable.index), "utf8");
    errors.push(`must only contain printable UTF-8 characters; non-printable character found at index ${position}`);
  }
  return errors.map((error) => field.invalid(path, shownAsJson(text), error));
}

function checkVersionSet(given: readonly VersionView[] | undefined): readonly FieldError[] {
  const versions = given ?? [];
  const errors: string[] = [];
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    errors.push("must contain unique version names");
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    errors.push("must have exactly one version marked as storage version");
  }
  if (errors.length === 0) return [];
  const value = given ? versionsInGo(given) : null; // An absent list prints null, an empty one [].
  return errors.map((error) => field.invalid(versionsPath, value, error));
}

/** The first version was once the only one, and is still checked as such. */
function checkFirstVersion([first]: readonly VersionView[]): readonly FieldError[] {
  const name = first?.name ?? "";
  const messages = name === "" ? [] : isDns1035Label(name);
  return messages.length === 0 ? [] : [field.invalid(specPath.child("version"), name, messages.join(","))];
}

/** Until a definition is established, its condition reports the certificates; later updates must not make them invalid. */
function checkCaBundle(definition: DefinitionView, old: DefinitionView | undefined): readonly FieldError[] {
  const { strategy, webhook } = definition.spec?.conversion ?? {};
  if (strategy !== "Webhook" || old === undefined || !hasCondition(old, "Established")) return [];
  const problem = caBundleProblem(old) === undefined ? caBundleProblem(definition) : undefined;
  if (problem === undefined) return [];
  const path = specPath.child("conversion", "webhookClientConfig", "caBundle");
  return [field.invalid(path, webhook?.clientConfig?.caBundle, problem)];
}

/** Names decide where objects are stored, so they cannot change. The kind and the scope cannot change once objects may exist. */
function checkChange(definition: DefinitionView, old: DefinitionView): readonly FieldError[] {
  const next = definition.spec ?? {};
  const before = old.spec ?? {};
  const established = hasCondition(old, "Established");
  return [
    ...(established ? checkImmutable(next.scope, before.scope, specPath.child("scope")) : []),
    ...(established ? checkImmutable(next.names?.kind, before.names?.kind, specPath.child("names", "kind")) : []),
    ...checkImmutable(next.group, before.group, specPath.child("group")),
    ...checkImmutable(next.names?.plural, before.names?.plural, specPath.child("names", "plural")),
  ];
}

function checkStoredVersions(definition: DefinitionView): readonly FieldError[] {
  const path = fieldPath("status", "storedVersions");
  const stored = definition.status?.storedVersions ?? [];
  const versions = definition.spec?.versions ?? [];
  if (stored.length === 0) return [field.invalid(path, null, "must have at least one stored version")];
  const names = new Set<string | undefined>();
  const errors: FieldError[] = [];
  for (const { name, storage } of versions) {
    // Of several versions with one name, only the first counts as stored.
    const isStored = !names.has(name) && stored.includes(name ?? "");
    names.add(name);
    if (storage === true && !isStored)
      errors.push(field.invalid(path, stored, `must have the storage version ${name}`));
  }
  for (const [index, version] of stored.entries()) {
    if (names.has(version)) continue;
    const text =
      `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions ` +
      `until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    errors.push(field.invalid(path.index(index), version, text));
  }
  return errors;
}

function checkPreserveUnknownFields(definition: DefinitionView): readonly FieldError[] {
  if (definition.spec?.preserveUnknownFields !== true) return [];
  const text =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [field.invalid(specPath.child("preserveUnknownFields"), true, text)];
}
