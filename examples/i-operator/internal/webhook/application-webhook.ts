/**
 * Defaulting and validation of Applications, as pure functions of the request. `webhooks.ts` serves them.
 */
import { isTerminating } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { applicationProblem } from "../validation/application-problem.ts";

/** The path of the mutating webhook. */
export const defaultingPath = "/mutate-core-crd-lixueduan-com-v1-application";

/** The path of the validating webhook. */
export const validatingPath = "/validate-core-crd-lixueduan-com-v1-application";

/**
 * Sets the defaults: `enabled` is false. There is no default image.
 *
 * @kubebuilder:webhook:path=/mutate-core-crd-lixueduan-com-v1-application,mutating=true,failurePolicy=fail,sideEffects=None,groups=core.crd.lixueduan.com,resources=applications,verbs=create;update,versions=v1,name=mapplication-v1.lixueduan.com,admissionReviewVersions=v1,timeoutSeconds=5
 */
export function withDefaults(application: Application): Application {
  if (application.spec?.enabled !== undefined) return application;
  return { ...application, spec: { ...application.spec, enabled: false } };
}

/**
 * Returns why the Application is denied, or undefined if it is not. `old` is the object that an update replaces.
 *
 * An update is denied only if the old object was valid: the finalizer of an Application that was stored without the webhook must be removable, or
 * the Application can never be deleted.
 *
 * @kubebuilder:webhook:path=/validate-core-crd-lixueduan-com-v1-application,mutating=false,failurePolicy=fail,sideEffects=None,groups=core.crd.lixueduan.com,resources=applications,verbs=create;update,versions=v1,name=vapplication-v1.lixueduan.com,admissionReviewVersions=v1,timeoutSeconds=5
 */
export function denialOf(application: Application, old?: Application): string | undefined {
  if (old && (isTerminating(application) || old.spec?.image === application.spec?.image)) return undefined;
  return applicationProblem(application);
}
