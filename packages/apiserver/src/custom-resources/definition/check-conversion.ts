/** Errors of the conversion strategy of a definition: `None` or `Webhook`. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { DefinitionView } from "../definition-view.ts";
import { checkOneOf } from "../../kinds/field-checks.ts";
import type { View } from "../../kinds/typed.ts";
import { checkClientConfig, checkReviewVersions } from "../../kinds/admissionregistration/client-config.ts";

export function checkConversion(
  { conversion, preserveUnknownFields }: NonNullable<DefinitionView["spec"]>,
  path: FieldPath,
): readonly FieldError[] {
  if (conversion === undefined) return [];
  const { strategy } = conversion;
  const strategyPath = path.child("strategy");
  return [
    ...(preserveUnknownFields === true && strategy !== "None"
      ? [field.invalid(strategyPath, strategy, "must be None if spec.preserveUnknownFields is true")]
      : []),
    ...checkOneOf(strategy, ["None", "Webhook"], strategyPath),
    ...(strategy === "Webhook" ? checkWebhook(conversion, path) : checkNoWebhook(conversion, path)),
  ];
}

function checkWebhook({ webhook }: View<CustomResourceConversion>, path: FieldPath): readonly FieldError[] {
  // The reference reports both fields at their v1beta1 paths, outside of `webhook`.
  const configPath = path.child("webhookClientConfig");
  const { clientConfig } = webhook ?? {};
  const conversionReviewVersions = webhook?.conversionReviewVersions ?? []; // A missing list prints as null.
  const versionsPath = path.child("conversionReviewVersions");
  return [
    ...(clientConfig === undefined
      ? [field.required(configPath, "required when strategy is set to Webhook")]
      : checkClientConfig(clientConfig, configPath)),
    ...checkReviewVersions(conversionReviewVersions, versionsPath, ""),
  ];
}

function checkNoWebhook({ webhook }: View<CustomResourceConversion>, path: FieldPath): readonly FieldError[] {
  const text = "should not be set when strategy is not set to Webhook";
  const { clientConfig } = webhook ?? {};
  const conversionReviewVersions = webhook?.conversionReviewVersions ?? [];
  return [
    ...(clientConfig === undefined ? [] : [field.forbidden(path.child("webhookClientConfig"), text)]),
    ...(conversionReviewVersions.length === 0 ? [] : [field.forbidden(path.child("conversionReviewVersions"), text)]),
  ];
}
