/** The webhooks of the operator by their paths, and its conversions, for `main`, the tests and the demo. */
import type { AdmissionWebhook } from "@kubewright/webhook";
import { createDefaulter, createValidator } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { applicationSpoke } from "../../api/v1beta1/application-conversion.ts";
import { defaultingPath, denialOf, validatingPath, withDefaults } from "./application-webhook.ts";

/** The conversions between the versions of Application. */
export const conversions: readonly Spoke[] = [applicationSpoke];

/**
 * The rights of the certificate rotation: replicas share a Secret, and the CA bundle is written into the webhook configurations.
 *
 * @kubebuilder:rbac:groups="",namespace=system,resources=secrets,verbs=create
 * @kubebuilder:rbac:groups="",namespace=system,resources=secrets,resourceNames=i-operator-webhook-certificates,verbs=get;update
 * @kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=mutatingwebhookconfigurations,resourceNames=i-operator-mutating-webhook-configuration,verbs=get;update
 * @kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=validatingwebhookconfigurations,resourceNames=i-operator-validating-webhook-configuration,verbs=get;update
 */
export function createWebhooks(): Readonly<Record<string, AdmissionWebhook>> {
  return {
    [defaultingPath]: createDefaulter(Application, (application) => withDefaults(application)),
    [validatingPath]: createValidator(Application, {
      create: (application) => denialOf(application),
      update: (application, old) => denialOf(application, old),
    }),
  };
}
