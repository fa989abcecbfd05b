/**
 * MutatingWebhookConfiguration and ValidatingWebhookConfiguration: the webhooks that review writes.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  flatMapInSteps,
  isDeepEqual,
  isDns1123Subdomain,
  joinedInSteps,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import { environmentOf, webhookDeclarations } from "../../expressions/environment.ts";
import { checkMatchConditions } from "../../expressions/match-conditions.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { checkLabelSelector, checkSupported } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf, viewOf } from "../typed.ts";
import type { WebhookConfiguration, WebhookType, WebhookView } from "./admission-kind.ts";
import { admissionKind, failurePolicies, reinvocationPolicies } from "./admission-kind.ts";
import { checkClientConfig, checkReviewVersions } from "./client-config.ts";
import { checkRule, matchPolicies } from "./match-resources.ts";

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
    ...admissionKind(changed),
    plural,
    metadataChecks: { finalizerNames: false },
    defaults: (draft) => fillDefaults(draft, type),
    validate: (object) => checkWebhooks(webhooksOf(object), type),
    desiredStateChanged: (object, old) => !isDeepEqual(webhooksOf(object), webhooksOf(old)),
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

const harmlessSideEffects = ["None", "NoneOnDryRun"];
const timeoutSecondsMax = 30;

/** In steps, the errors of all webhooks of a configuration. */
function checkWebhooks(webhooks: readonly WebhookView[], type: WebhookType): Work<readonly FieldError[]> {
  const repeated = repeatedIndexes(webhooks.map(({ name }) => name || undefined));
  return flatMapInSteps(webhooks, (webhook, index) => {
    const path = fieldPath("webhooks").index(index);
    const { name = "" } = webhook;
    return joinedInSteps([
      () => checkWebhook(webhook, path, type),
      () =>
        checkReviewVersions(
          webhook.admissionReviewVersions ?? [],
          path.child("admissionReviewVersions"),
          "must specify one of v1, v1beta1",
        ),
      () => (repeated.has(index) ? [field.duplicate(path.child("name"), name)] : []),
    ]);
  });
}

function checkWebhook(webhook: WebhookView, path: FieldPath, type: WebhookType): Work<readonly FieldError[]> {
  const { timeoutSeconds } = webhook;
  const sideEffects = webhook.sideEffects ?? undefined; // Null if it is absent.
  const hasBadTimeout = timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > timeoutSecondsMax);
  const timeoutText = `the timeout value must be between 1 and ${timeoutSecondsMax} seconds`;
  return joinedInSteps([
    () => checkName(webhook.name ?? "", path.child("name")),
    () => flatMapInSteps(webhook.rules ?? [], (rule, index) => checkRule(rule, path.child("rules").index(index))),
    () => [
      ...checkSupported(webhook.failurePolicy, failurePolicies, path.child("failurePolicy")),
      ...checkSupported(webhook.matchPolicy, matchPolicies, path.child("matchPolicy")),
      ...(sideEffects === undefined
        ? [field.required(path.child("sideEffects"), `must specify one of ${harmlessSideEffects.join(", ")}`)]
        : checkSupported(sideEffects, harmlessSideEffects, path.child("sideEffects"))),
      ...(hasBadTimeout ? [field.invalid(path.child("timeoutSeconds"), timeoutSeconds, timeoutText)] : []),
    ],
    () => checkLabelSelector(webhook.namespaceSelector, path.child("namespaceSelector")),
    () => checkLabelSelector(webhook.objectSelector, path.child("objectSelector")),
    () => [
      ...(type === "mutating"
        ? checkSupported(webhook.reinvocationPolicy, reinvocationPolicies, path.child("reinvocationPolicy"))
        : []),
      ...checkClientConfig(webhook.clientConfig ?? {}, path.child("clientConfig")),
    ],
    () =>
      checkMatchConditions(
        webhook.matchConditions ?? [],
        path.child("matchConditions"),
        environmentOf(webhookDeclarations),
      ),
  ]);
}

/** A fully qualified name: a domain with at least three labels. */
function checkName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  const messages = isDns1123Subdomain(name);
  if (messages.length > 0) return [field.invalid(path, name, messages.join(","))];
  if (name.split(".").length >= 3) return [];
  return [field.invalid(path, name, "should be a domain with at least three segments separated by dots")];
}
