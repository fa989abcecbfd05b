/**
 * What the API server asks about an Application before it stores it: what the fields left out mean, and whether it can be run. Both are pure
 * functions of the request; `webhooks.ts` makes webhooks of them.
 */
import { isTerminating } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { applicationProblem } from "../validation/application-problem.ts";

/** Where the API server asks for defaults. */
export const defaultingPath = "/mutate-core-crd-lixueduan-com-v1-application";

/** Where the API server asks whether an Application is valid. */
export const validatingPath = "/validate-core-crd-lixueduan-com-v1-application";

/**
 * Says in the object what its absent fields mean: an Application that does not say whether it is enabled is not. There is no default image.
 *
 * @kubebuilder:webhook:path=/mutate-core-crd-lixueduan-com-v1-application,mutating=true,failurePolicy=fail,sideEffects=None,groups=core.crd.lixueduan.com,resources=applications,verbs=create;update,versions=v1,name=mapplication-v1.lixueduan.com,admissionReviewVersions=v1,timeoutSeconds=5
 */
export function withDefaults(application: Application): Application {
  if (application.spec?.enabled !== undefined) return application;
  return { ...application, spec: { ...application.spec, enabled: false } };
}

/**
 * Why the Application is refused; undefined when it is not. `old` is what an update replaces.
 *
 * An update is refused for what it makes wrong, not for what was wrong before: one that was stored while no webhook was there must still
 * get its labels changed and its finalizer taken off, or it could never be deleted.
 *
 * @kubebuilder:webhook:path=/validate-core-crd-lixueduan-com-v1-application,mutating=false,failurePolicy=fail,sideEffects=None,groups=core.crd.lixueduan.com,resources=applications,verbs=create;update,versions=v1,name=vapplication-v1.lixueduan.com,admissionReviewVersions=v1,timeoutSeconds=5
 */
export function refusalOf(application: Application, old?: Application): string | undefined {
  if (old && (isTerminating(application) || old.spec?.image === application.spec?.image)) return undefined;
  return applicationProblem(application);
}
