/** An admission webhook as a server answers with it: a review comes in, and goes out with the verdict. */
import { isApiError } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Status } from "@kubewright/apimachinery";
import { readReview } from "./admission-request.ts";
import type { AdmissionWebhook, Verdict, WebhookContext } from "./webhook.ts";

/**
 * Answers an AdmissionReview. It rejects with what the webhook rejects with.
 *
 * @throws {ReviewError} for what is no AdmissionReview with a request in it.
 */
export async function answerAdmission(
  webhook: AdmissionWebhook,
  body: JsonValue,
  context: WebhookContext,
): Promise<JsonObject> {
  const { apiVersion, request } = readReview(body);
  const { refusal, warnings = [], patch } = await webhook(request, context);
  const response = {
    uid: request.uid,
    allowed: refusal === undefined,
    ...(refusal === undefined ? {} : { status: statusOf(refusal) as JsonObject }), // A Status is JSON.
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(patch ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") } : {}),
  };
  return { kind: "AdmissionReview", apiVersion, response };
}

/** As controller-runtime refuses. */
function statusOf(refusal: NonNullable<Verdict["refusal"]>): Status {
  return isApiError(refusal) ? refusal.status : { code: 403, reason: "Forbidden", message: refusal };
}
