// Mutating admission of a draft, and what the server repairs afterwards.
import { restoreUnreadable } from "../field-manager/keep-entries.ts";
import { mutate } from "./admission-chain.ts";
import type { AdmissionContext, AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { Engine } from "../registry/engine.ts";
import { dropDuplicateOwners } from "./metadata.ts";

/**
 * Runs the mutating plugins on `attributes.object`. Managed fields of the draft that a plugin has made unreadable are restored, and owner
 * references that it has added twice are merged, each with a warning. Returns a promise only if a plugin waits.
 */
export function admit(
  engine: Engine,
  draft: ApiObject,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> | undefined {
  const entries = draft.metadata.managedFields;
  const repair = (): void => {
    restoreUnreadable(draft, entries, context.warn);
    dropDuplicateOwners(draft, context.warn, " after mutating admission happens");
  };
  const waiting = mutate(engine.admission, attributes, context);
  if (waiting !== undefined) return waiting.then(repair);
  repair();
  return undefined;
}
