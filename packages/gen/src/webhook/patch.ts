/** The `patch` of a webhook marker: a strategic merge patch for fields without an argument. */
import { decodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { schemaOf } from "@kubewright/api-facts";
import { prune, strategicMerge, validate } from "@kubewright/schema";

/** An error in a patch. The message continues "has a patch that". */
export class WebhookPatchError extends Error {
  override readonly name = "WebhookPatchError";
}

/**
 * @throws {WebhookPatchError} when the patch is not a JSON object, has a field that webhooks do not have, or sets a field to an invalid
 * value.
 */
export function applyWebhookPatch(webhook: JsonObject, text: string, mutating: boolean): JsonObject {
  const definition = `io.k8s.api.admissionregistration.v1.${mutating ? "Mutating" : "Validating"}Webhook`;
  const schema = schemaOf(definition);
  if (!schema) throw new Error(`there is no schema of ${definition}`);

  const patch = parse(text);
  const unknown = prune(patch, schema).pruned.find((path) => !/(?:^|\.)\$/.test(path));
  if (unknown !== undefined) throw new WebhookPatchError(`has an unknown field: ${unknown}`);
  const patched = merge(() => strategicMerge(webhook, patch, schema));
  const [fault] = validate(patched, schema);
  if (fault) throw new WebhookPatchError(`leaves ${fault.field} wrong: ${fault.detail}`);
  return patched;
}

function parse(text: string): JsonObject {
  const patch = merge(() => decodeJson(text).value);
  if (!isJsonObject(patch)) throw new WebhookPatchError("is not a JSON object");
  return patch;
}

function merge<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw new WebhookPatchError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
