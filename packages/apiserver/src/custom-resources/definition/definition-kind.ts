/** The record of the kind CustomResourceDefinition. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { FieldError, Work } from "@kubewright/apimachinery";
import { fieldPath, nameIsDnsSubdomain, quoteGoString } from "@kubewright/apimachinery";
import { unrecognizedFormats } from "@kubewright/schema";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import type { BuiltinKind } from "../../kinds/generic/builtin-kind.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { DefinitionCatalog } from "./catalog.ts";
import { checkNames } from "./check-names.ts";
import { checkDefinition } from "./check-definition.ts";
import { deletionPending, setDefinitionCondition } from "./conditions.ts";
import { defaultDefinition, recordStoredVersion } from "./defaults.ts";
import type { DefinitionView } from "../definition-view.ts";
import { definitionView, definitionsResource, schemaOfVersion } from "../definition-view.ts";
import { EmptyParts } from "./empty-parts.ts";
import { cleanupFinalizer } from "./next-step.ts";
import { sharedParts } from "./shared-parts.ts";

/** CustomResourceDefinitions, whose resources `catalog` serves. */
export function definitionKind(catalog: DefinitionCatalog): BuiltinKind {
  const emptyParts = new EmptyParts();
  const check = (object: ReadonlyObject, old?: DefinitionView): Work<readonly FieldError[]> =>
    checkDefinition(definitionView(object), old, (version) => emptyParts.schemaOf(version));
  return {
    group: definitionsResource.group,
    plural: definitionsResource.resource,
    metadataChecks: { finalizerNames: false },
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    beforeDecoding: (object) => emptyParts.note(object),
    defaults: defaultDefinition,
    prepareForCreate: recordStoredVersion,
    prepareForUpdate: recordStoredVersion,
    // The full name is fixed, so generateName is always rejected.
    validateName: (name, isPrefix) => [
      ...nameIsDnsSubdomain(name, isPrefix),
      ...(isPrefix ? ['must be spec.names.plural+"."+spec.group'] : []),
    ],
    validate: (object) => check(object),
    warningsOnCreate: (object) => unknownFormats(definitionView(object)).map(formatWarning),
    warningsOnUpdate: (object, old) => {
      const before = unknownFormats(definitionView(old));
      return unknownFormats(definitionView(object))
        .filter((format) => !before.includes(format))
        .map(formatWarning);
    },
    validateUpdate: (object, old) => check(object, definitionView(old)),
    status: {
      validateUpdate: (object) =>
        checkNames(definitionView(object).status?.acceptedNames ?? {}, fieldPath("status", "acceptedNames")),
    },
    deletion: { begin: beginDeletion },
    committed: (change, context) => catalog.committed(change, context),
  };
}

/** Returns the formats that validation ignores, one entry for each use. */
function unknownFormats({ spec }: DefinitionView): readonly string[] {
  const schemas = (spec?.versions ?? []).map((version) => schemaOfVersion(version) ?? {});
  // A schema that all versions share counts once.
  return (sharedParts(spec?.versions ?? []).has("schema") ? schemas.slice(0, 1) : schemas).flatMap(unrecognizedFormats);
}

function formatWarning(format: string): string {
  return `unrecognized format ${quoteGoString(format)}`;
}

/** A definition stays until its instances are gone; see the catalog. */
function beginDeletion(draft: ApiObject, context: ServerContext): "remove" {
  const { metadata } = draft;
  metadata.finalizers = [...(metadata.finalizers ?? []), cleanupFinalizer];
  // The reference does not count the deletion of a definition as a change, and sets no grace period.
  if (metadata.generation !== undefined) metadata.generation -= 1;
  delete metadata.deletionGracePeriodSeconds;
  setDefinitionCondition(draftOf<CustomResourceDefinition>(draft), deletionPending, context.clock.wallTime());
  return "remove";
}
