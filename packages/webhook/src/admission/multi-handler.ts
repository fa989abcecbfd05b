/** Several admission webhooks at one path. */
import { append, applyJsonPatch } from "@kubewright/apimachinery";
import type { JsonPatch, JsonValue, KubernetesObject } from "@kubewright/apimachinery";
import type { AdmissionWebhook } from "./webhook.ts";

/**
 * Combines mutating webhooks. They are called in order, each with the changes of the previous webhooks, and the patches are joined. The
 * first denial is the result, with the warnings so far.
 */
export function multiMutatingHandler(...webhooks: readonly AdmissionWebhook[]): AdmissionWebhook {
  return async (request, context) => {
    const warnings: string[] = [];
    const patch: JsonPatch[number][] = [];
    let { object } = request;
    for (const webhook of webhooks) {
      const response = await webhook(object === undefined ? request : { ...request, object }, context);
      append(warnings, response.warnings ?? []);
      if (response.denied !== undefined) return { denied: response.denied, warnings };
      if (!response.patch) continue;
      object = patched(object, response.patch);
      append(patch, response.patch);
    }
    return { warnings, ...(patch.length > 0 ? { patch } : {}) };
  };
}

/** Combines validating webhooks. They are called in order. The first denial is the result, with the warnings so far. */
export function multiValidatingHandler(...webhooks: readonly AdmissionWebhook[]): AdmissionWebhook {
  return async (request, context) => {
    const warnings: string[] = [];
    for (const webhook of webhooks) {
      const response = await webhook(request, context);
      append(warnings, response.warnings ?? []);
      if (response.denied !== undefined) return { denied: response.denied, warnings };
    }
    return { warnings };
  };
}

function patched(object: KubernetesObject | undefined, patch: JsonPatch): KubernetesObject {
  // API objects are JSON, and the result is an object unless the patch replaces its root.
  return applyJsonPatch((object ?? {}) as unknown as JsonValue, patch) as unknown as KubernetesObject;
}
