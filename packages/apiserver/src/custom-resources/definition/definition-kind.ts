/** CustomResourceDefinitions as a kind of this server. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ApiObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { BuiltinKind } from "../../kinds/generic/builtin-kind.ts";
import { draftOf } from "../../kinds/typed.ts";
import { cleanupFinalizer } from "./catalog.ts";
import type { DefinitionCatalog } from "./catalog.ts";
import { checkNames } from "./check-names.ts";
import { checkDefinition } from "./check-definition.ts";
import { deletionPending, setDefinitionCondition } from "./conditions.ts";
import { defaultDefinition, rememberStoredVersion } from "./defaults.ts";
import { definitionView, definitionsResource } from "./definition-view.ts";
import { fieldPath } from "@kubewright/apimachinery";

export function createDefinitionKind(catalog: DefinitionCatalog): BuiltinKind {
  return {
    group: definitionsResource.group,
    plural: definitionsResource.resource,
    defaults: defaultDefinition,
    prepareForCreate: rememberStoredVersion,
    prepareForUpdate: rememberStoredVersion,
    validate: (object) => checkDefinition(definitionView(object)),
    validateUpdate: (object, old) => checkDefinition(definitionView(object), definitionView(old)),
    status: {
      validateUpdate: (object) =>
        checkNames(definitionView(object).status?.acceptedNames ?? {}, fieldPath("status", "acceptedNames")),
    },
    beginDeletion,
    committed: catalog.committed,
  };
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
