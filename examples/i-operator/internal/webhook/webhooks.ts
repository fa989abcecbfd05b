/** The webhooks of the operator, by their paths: what `main` serves in a cluster is what the tests and the demo ask in a process. */
import type { AdmissionWebhook } from "@kubewright/webhook";
import { createDefaulter, createValidator } from "@kubewright/webhook";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { defaultingPath, refusalOf, validatingPath, withDefaults } from "./application-webhook.ts";

export function createWebhooks(): Readonly<Record<string, AdmissionWebhook>> {
  return {
    [defaultingPath]: createDefaulter(Application, (application) => withDefaults(application)),
    [validatingPath]: createValidator(Application, {
      create: (application) => refusalOf(application),
      update: (application, old) => refusalOf(application, old),
    }),
  };
}
