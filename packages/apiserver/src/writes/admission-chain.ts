// Runs the admission plugins of a request. A chain in which no plugin waits returns nothing, so that a write without webhooks is decided in one turn.
import type { AdmissionContext, AdmissionAttributes, AdmissionPlugin } from "../registry/admission-plugin.ts";
import { assertActive } from "../turns/deadline.ts";
import type { Engine } from "../registry/engine.ts";

/**
 * Calls all mutating plugins in order. Calls them once more if one requests reinvocation. Throws or rejects with the `ApiError` of the
 * plugin that rejects the request. Returns a promise only if a plugin waits.
 */
export function mutate(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> | undefined {
  const reinvokes = runMutating(plugins, attributes, context);
  if (reinvokes instanceof Promise) {
    return reinvokes.then(async (requested) => {
      if (requested) await runMutating(plugins, attributes, context);
    });
  }
  if (!reinvokes) return undefined;
  // There is no third round: two plugins that undo each other's changes would never finish.
  const second = runMutating(plugins, attributes, context);
  return second instanceof Promise ? second.then(() => undefined) : undefined;
}

/** One round. Resolves with whether a plugin requests another one. */
function runMutating(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): boolean | Promise<boolean> {
  let reinvokes = false;
  for (const plugin of plugins) {
    const result = plugin.mutate?.(attributes, context);
    if (result instanceof Promise) {
      return result.then(async (awaited) => {
        const rest = await runMutating(after(plugins, plugin), attributes, context);
        return reinvokes || awaited === "again" || rest;
      });
    }
    if (result === "again") reinvokes = true;
  }
  return reinvokes;
}

/**
 * Calls every validating plugin in order. Throws or rejects with the `ApiError` of the first one that rejects the request. Returns a promise
 * only if a plugin waits.
 */
export function validate(
  plugins: readonly AdmissionPlugin[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> | undefined {
  for (const plugin of plugins) {
    const waiting = plugin.validate?.(attributes, context);
    if (waiting instanceof Promise) {
      return waiting.then(() => validate(after(plugins, plugin), attributes, context));
    }
  }
  return undefined;
}

/** The plugins after this one. */
function after(plugins: readonly AdmissionPlugin[], plugin: AdmissionPlugin): readonly AdmissionPlugin[] {
  return plugins.slice(plugins.indexOf(plugin) + 1);
}

/** Calls all plugins, for a request that is not stored itself. Rejects with the `ApiError` of the plugin that rejects the request, or if the request ends. */
export async function review(
  { admission }: Pick<Engine, "admission">,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> {
  const mutating = mutate(admission, attributes, context);
  if (mutating !== undefined) await mutating;
  const validating = validate(admission, attributes, context);
  if (validating !== undefined) await validating;
  assertActive(context);
}
