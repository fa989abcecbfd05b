// Runs the plugins of a request. Most of them are done when they return; only for those that are not does the request wait, so that a
// write without webhooks is one synchronous step.
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import type { RequestContext } from "./server-context.ts";

/** Lets every plugin change the object, in order. Rejects with the `ApiError` of the one that refuses. */
export async function mutate(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: RequestContext,
): Promise<void> {
  for (const plugin of plugins) {
    const pending = plugin.mutate?.(attributes, context);
    if (pending !== undefined) await pending;
  }
}

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
