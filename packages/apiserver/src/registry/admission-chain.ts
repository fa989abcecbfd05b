// Runs the plugins of a request. Most of them are done when they return; only for those that are not does the request wait, so that a
// write without webhooks is one synchronous step.
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import type { RequestContext } from "./server-context.ts";

/**
 * Lets every plugin change the object, in order, and all of them once more if one wants that. Rejects with the `ApiError` of the one that
 * refuses.
 */
export async function mutate(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: RequestContext,
): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    let again = false;
    for (const plugin of plugins) {
      const pending = plugin.mutate?.(attributes, context);
      const result = pending instanceof Promise ? await pending : pending;
      if (result === "again") again = true;
    }
    if (!again) return;
  }
}

/** Two plugins that undo each other's changes would never be done. */
const roundsMax = 2;

/** Asks every plugin whether the object may be stored. Rejects with the `ApiError` of the first one that refuses. */
export async function validate(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: RequestContext,
): Promise<void> {
  for (const plugin of plugins) {
    const pending = plugin.validate?.(attributes, context);
    if (pending !== undefined) await pending;
  }
}
