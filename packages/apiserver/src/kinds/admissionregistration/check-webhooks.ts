/** Errors of the webhooks of a configuration, with the messages of kube-apiserver. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  flatMapInSteps,
  isDns1123Subdomain,
  joinedInSteps,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import { environmentOf, webhookDeclarations } from "../../expressions/environment.ts";
import { checkMatchConditions } from "../../expressions/match-conditions.ts";
import { checkLabelSelector } from "../field-checks.ts";
import { checkClientConfig } from "./check-client-config.ts";
import { checkReviewVersionList, reviewVersionsWanted } from "./check-review-versions.ts";
import { checkRule } from "./check-rule.ts";
import type { WebhookType, WebhookView } from "./webhook.ts";

const failurePolicies = ["Fail", "Ignore"];
const matchPolicies = ["Equivalent", "Exact"];
const reinvocationPolicies = ["IfNeeded", "Never"];
const harmlessSideEffects = ["None", "NoneOnDryRun"];
const timeoutSecondsMax = 30;

/** In steps, the errors of all webhooks of a configuration. */
export function checkWebhooks(webhooks: readonly WebhookView[], type: WebhookType): Work<readonly FieldError[]> {
  const repeated = repeatedIndexes(webhooks.map(({ name }) => name || undefined));
  return flatMapInSteps(webhooks, (webhook, index) => {
    const path = fieldPath("webhooks").index(index);
    const { name = "" } = webhook;
    return joinedInSteps([
      () => checkWebhook(webhook, path, type),
      () => checkReviewVersions(webhook.admissionReviewVersions ?? [], path.child("admissionReviewVersions")),
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
      ...checkChoice(webhook.failurePolicy, failurePolicies, path.child("failurePolicy")),
      ...checkChoice(webhook.matchPolicy, matchPolicies, path.child("matchPolicy")),
      ...(sideEffects === undefined
        ? [field.required(path.child("sideEffects"), `must specify one of ${harmlessSideEffects.join(", ")}`)]
        : checkChoice(sideEffects, harmlessSideEffects, path.child("sideEffects"))),
      ...(hasBadTimeout ? [field.invalid(path.child("timeoutSeconds"), timeoutSeconds, timeoutText)] : []),
    ],
    () => checkLabelSelector(webhook.namespaceSelector, path.child("namespaceSelector")),
    () => checkLabelSelector(webhook.objectSelector, path.child("objectSelector")),
    () => [
      ...(type === "mutating"
        ? checkChoice(webhook.reinvocationPolicy, reinvocationPolicies, path.child("reinvocationPolicy"))
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

function checkReviewVersions(versions: readonly string[], path: FieldPath): readonly FieldError[] {
  return versions.length === 0 ? [field.required(path, reviewVersionsWanted)] : checkReviewVersionList(versions, path);
}

function checkChoice(value: string | undefined, supported: readonly string[], path: FieldPath): readonly FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [field.notSupported(path, value, supported)];
}
