// A webhook call to make: the webhook, and the objects that it receives.
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import type { MatchedObjects } from "../matching/object-versions.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
import { meetsConditions } from "./conditions.ts";
import type { VersionedObjects } from "./versioned-objects.ts";
import type { Webhook } from "./webhook-source.ts";

export interface Invocation extends MatchedVersion {
  readonly webhook: Webhook;
  /** The objects in the matched version. */
  readonly objects: MatchedObjects;
}

/**
 * Resolves with the call of a webhook; with `undefined` if the request does not match it. Rejects with 404 if the namespace of the request does not exist,
 * with 403 if a match condition fails, and with 500 if an object cannot be converted.
 */
export async function invocationOf(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  versions: VersionedObjects,
): Promise<Invocation | undefined> {
  const version = matchedVersion(webhook, attributes, context);
  if (version === undefined) return undefined;
  const hasConditions = webhook.matchConditions().length > 0;
  if (hasConditions && !(await meetsConditions(webhook, version, attributes, context, versions))) return undefined;
  return { webhook, ...version, objects: await versions.in(version) };
}
