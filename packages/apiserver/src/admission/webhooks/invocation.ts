// A webhook call to make: the webhook, and the version in which it receives the object.
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import type { Awaitable } from "../../registry/awaitable.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
import { meetsConditions } from "./conditions.ts";
import type { Webhook } from "./webhook-source.ts";

export interface Invocation extends MatchedVersion {
  readonly webhook: Webhook;
}

/**
 * Returns the call of a webhook; `undefined` if the request does not match it. Throws 404 if the namespace of the request does not exist, and rejects
 * with 403 if a match condition fails.
 */
export function invocationOf(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Awaitable<Invocation | undefined> {
  const version = matchedVersion(webhook, attributes, context);
  if (version === undefined) return undefined;
  if (webhook.matchConditions().length === 0) return { webhook, ...version };
  return meetsConditions(webhook, version, attributes, context).then((meets) =>
    meets ? { webhook, ...version } : undefined,
  );
}
