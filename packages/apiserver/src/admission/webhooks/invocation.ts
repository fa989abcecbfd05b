// A webhook call to make: the webhook, and the version in which it receives the object.
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
import type { Webhook } from "./webhook-source.ts";

export interface Invocation extends MatchedVersion {
  readonly webhook: Webhook;
}

/** Returns the call of a webhook; `undefined` if the request does not match it. Throws 404 if the namespace of the request does not exist. */
export function invocationOf(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  context: Pick<AdmissionContext, "read" | "registry">,
): Invocation | undefined {
  const version = matchedVersion(webhook, attributes, context);
  return version && { webhook, ...version };
}
