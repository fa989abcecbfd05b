/** CustomResourceDefinitions as a kind of this server. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { fieldPath, nameIsDnsSubdomain, quoteGoString } from "@kubewright/apimachinery";
import { unrecognizedFormats } from "@kubewright/schema";
import type { ApiObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { BuiltinKind } from "../../kinds/generic/builtin-kind.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { DefinitionCatalog } from "./catalog.ts";
import { checkNames } from "./check-names.ts";
import { checkDefinition } from "./check-definition.ts";
import { deletionPending, setDefinitionCondition } from "./conditions.ts";
import { defaultDefinition, rememberStoredVersion } from "./defaults.ts";
import type { DefinitionView } from "./definition-view.ts";
import { definitionView, definitionsResource, schemaOfVersion } from "./definition-view.ts";
import { cleanupFinalizer } from "./next-step.ts";
import { isShared } from "./shared-parts.ts";

/** CustomResourceDefinitions, whose resources `catalog` serves. */
export function definitionKind(catalog: DefinitionCatalog): BuiltinKind {
  return {
    group: definitionsResource.group,
    plural: definitionsResource.resource,
    metadataChecks: { finalizerNames: false },
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    defaults: defaultDefinition,
    prepareForCreate: rememberStoredVersion,
    prepareForUpdate: rememberStoredVersion,
    // A prefix is held to the name that it cannot be.
    validateName: (name, isPrefix) => [
      ...nameIsDnsSubdomain(name, isPrefix),
      ...(isPrefix ? ['must be spec.names.plural+"."+spec.group'] : []),
    ],
    validate: (object) => checkDefinition(definitionView(object)),
    warningsOnCreate: (object) => unknownFormats(definitionView(object)).map(formatWarning),
    warningsOnUpdate: (object, old) => {
      const before = unknownFormats(definitionView(old));
      return unknownFormats(definitionView(object))
        .filter((format) => !before.includes(format))
        .map(formatWarning);
    },
    validateUpdate: (object, old) => checkDefinition(definitionView(object), definitionView(old)),
    status: {
      validateUpdate: (object) =>
        checkNames(definitionView(object).status?.acceptedNames ?? {}, fieldPath("status", "acceptedNames")),
    },
    deletion: { begin: beginDeletion },
    committed: (change, context) => catalog.committed(change, context),
  };
}

/** Formats that nothing is checked for, as often as they are asked for. */
function unknownFormats({ spec }: DefinitionView): readonly string[] {
  const schemas = (spec?.versions ?? []).map((version) => schemaOfVersion(version) ?? {});
  // What all versions say alike is looked at once.
  return (isShared(spec?.versions ?? [], "schema") ? schemas.slice(0, 1) : schemas).flatMap(unrecognizedFormats);
}

function formatWarning(format: string): string {
  return `unrecognized format ${quoteGoString(format)}`;
}

/** A definition stays until its instances are gone; see the catalog. */
function beginDeletion(draft: ApiObject, context: ServerContext): "remove" {
  const { metadata } = draft;
  metadata.finalizers = [...(metadata.finalizers ?? []), cleanupFinalizer];
  // The reference deletes definitions in a way of its own, which neither counts as a change nor has a grace period.
  if (metadata.generation !== undefined) metadata.generation -= 1;
  delete metadata.deletionGracePeriodSeconds;
  setDefinitionCondition(draftOf<CustomResourceDefinition>(draft), deletionPending, context.clock.wallTime());
  return "remove";
}
