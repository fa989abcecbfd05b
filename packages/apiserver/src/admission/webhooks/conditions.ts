// The match conditions of webhooks, evaluated on the objects that the webhook would receive.
import type { Work } from "@kubewright/apimachinery";
import { forbidden, workOf } from "@kubewright/apimachinery";
import { runInSteps } from "../../turns/time-slices.ts";
import { admissionRequest } from "../../expressions/admission-request.ts";
import type { ExpressionInputs } from "../../expressions/evaluation.ts";
import type { MatchResult } from "../../expressions/match-conditions.ts";
import { evaluateMatchConditions } from "../../expressions/match-conditions.ts";
import { requestAuthorizer } from "../../expressions/request-authorizer.ts";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { assertActive } from "../../turns/deadline.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import type { VersionedObjects } from "./versioned-objects.ts";
import type { Webhook } from "./webhook-source.ts";

/**
 * Whether the conditions of a webhook are all true. If one fails and none is false, the failure policy decides: the webhook is not called, or the request
 * is rejected with 403.
 */
export async function meetsConditions(
  webhook: Webhook,
  version: MatchedVersion,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  versions: VersionedObjects,
): Promise<boolean> {
  const objects = await versions.in(version);
  const { resource } = attributes;
  const inputs: ExpressionInputs = {
    ...objects,
    literals: context.decoded.literals,
    // kube-apiserver shows the kind of the matched version, and the resource of the request.
    request: admissionRequest(attributes, { kind: version.kind, resource }),
    namespaceObject: undefined,
    authorizer: requestAuthorizer(attributes, context.authorizer),
    checkpoint: () => assertActive(context),
  };
  const evaluate = (): Work<MatchResult> => workOf(evaluateMatchConditions(webhook.matchConditions(), inputs));
  const result = await runInSteps(evaluate, context);
  if (result.kind !== "error") return result.kind === "matched";
  if (webhook.ignoresFailures) return false;
  throw forbidden(resource, attributes.name, result.message);
}
