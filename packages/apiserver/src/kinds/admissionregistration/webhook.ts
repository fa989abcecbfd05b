/** One webhook of a configuration, of either type. Only mutating ones have `reinvocationPolicy`. */
import type { MutatingWebhook, MutatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { View } from "../typed.ts";

/** Whether a webhook can change objects, or only reject them. */
export type WebhookType = "mutating" | "validating";

/** A configuration of either type. */
export type WebhookConfiguration = MutatingWebhookConfiguration;

/** A webhook before validation: required fields may be absent. */
export type WebhookView = View<MutatingWebhook>;

/** A rule of a webhook. */
export type RuleView = NonNullable<WebhookView["rules"]>[number];
