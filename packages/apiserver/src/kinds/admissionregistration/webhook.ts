/** One webhook of a configuration, of either type. Only mutating ones have `reinvocationPolicy`. */
import type { MutatingWebhook, MutatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { View } from "../typed.ts";

/** What a webhook may do: change objects, or only refuse them. */
export type WebhookType = "mutating" | "validating";

/** A configuration of either type. */
export type WebhookConfiguration = MutatingWebhookConfiguration;

/** A webhook as a client may have written it: what is required may be missing until it has been checked. */
export type WebhookView = View<MutatingWebhook>;

/** A rule of a webhook. */
export type RuleView = NonNullable<WebhookView["rules"]>[number];
