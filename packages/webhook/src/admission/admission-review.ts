/** The reviews of an admission webhook: AdmissionReview of `admission.k8s.io`. */
import { isApiError } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Status } from "@kubewright/apimachinery";
import type { Logger } from "@kubewright/telemetry";
import type { WebhookContext } from "../review/webhook-context.ts";
import { readReview } from "./admission-request.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import type { AdmissionWebhook, AdmissionResponse } from "./webhook.ts";

/** Creates the log of a request from the log of its webhook. */
export type LogConstructor = (base: Logger, request: AdmissionRequest) => Logger;

/** Adds the object, the operation and the user to each line. */
export const logAdmission: LogConstructor = (base, { uid, operation, kind, namespace, name, user }) =>
  base.child({ uid, operation, kind: kind.kind, namespace, name, user: user.name });

/**
 * Responds to an AdmissionReview. Rejects with the error of the webhook.
 *
 * @throws {ReviewError} if the body is not an AdmissionReview with a request.
 */
export async function answerAdmission(
  webhook: AdmissionWebhook,
  body: JsonValue,
  {
    logConstructor = logAdmission,
    ...context
  }: WebhookContext & { readonly logConstructor?: LogConstructor | undefined },
): Promise<JsonObject> {
  const { apiVersion, request } = readReview(body);
  const log = logConstructor(context.log, request);
  const { denied, warnings = [], patch } = await webhook(request, { ...context, log });
  const response = {
    uid: request.uid,
    allowed: denied === undefined,
    ...(denied === undefined ? {} : { status: statusOf(denied) as JsonObject }), // A Status is JSON.
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(patch ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") } : {}),
  };
  return { kind: "AdmissionReview", apiVersion, response };
}

/** The Status of a denial, as in controller-runtime. */
function statusOf(denied: NonNullable<AdmissionResponse["denied"]>): Status {
  return isApiError(denied) ? denied.status : { code: 403, reason: "Forbidden", message: denied };
}
