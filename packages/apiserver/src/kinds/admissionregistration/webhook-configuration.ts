/**
 * MutatingWebhookConfiguration and ValidatingWebhookConfiguration: the webhooks that review writes.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf, viewOf } from "../typed.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { staticSuffixWarnings } from "./static-suffix.ts";
import type { WebhookConfiguration, WebhookType, WebhookView } from "./webhook.ts";

/** The default timeout of a webhook. */
const defaultTimeoutSeconds = 10;
/** The default port of a service. */
const defaultServicePort = 443;

/** The two kinds; `changed` is called after each write of one of their objects. */
export function webhookConfigurationKinds(changed: () => void): readonly BuiltinKind[] {
  return [
    webhookConfigurationKind("mutating", "mutatingwebhookconfigurations", changed),
    webhookConfigurationKind("validating", "validatingwebhookconfigurations", changed),
  ];
}

function webhookConfigurationKind(type: WebhookType, plural: string, changed: () => void): BuiltinKind {
  return {
    group: "admissionregistration.k8s.io",
    plural,
    metadataChecks: { finalizerNames: false },
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    defaults: (draft) => fillDefaults(draft, type),
    validate: (object) => checkWebhooks(webhooksOf(object), type),
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    desiredStateChanged: (object, old) => !isDeepEqual(webhooksOf(object), webhooksOf(old)),
    committed: changed,
    cells: (object) => ({ Webhooks: webhooksOf(object).length }),
  };
}

function webhooksOf(object: ReadonlyObject): readonly WebhookView[] {
  return viewOf<WebhookConfiguration>(object).webhooks ?? [];
}

function fillDefaults(draft: ApiObject, type: WebhookType): void {
  for (const webhook of draftOf<WebhookConfiguration>(draft).webhooks ?? []) {
    webhook.failurePolicy ??= "Fail";
    webhook.matchPolicy ??= "Equivalent";
    webhook.namespaceSelector ??= {};
    webhook.objectSelector ??= {};
    webhook.timeoutSeconds ??= defaultTimeoutSeconds;
    if (type === "mutating") webhook.reinvocationPolicy ??= "Never";
    for (const rule of webhook.rules ?? []) rule.scope ??= "*";
    const service = webhook.clientConfig?.service;
    if (service !== undefined) service.port ??= defaultServicePort;
  }
}
