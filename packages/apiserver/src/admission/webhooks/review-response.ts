/** Reads the verdict of a webhook from its review. */
import { isJsonObject, quoteGoString } from "@kubewright/apimachinery";
import type { JsonObject, Status } from "@kubewright/apimachinery";
import type { WebhookType } from "../../kinds/admissionregistration/admission-kind.ts";

/** The verdict of a webhook. */
export interface Verdict {
  readonly allowed: boolean;
  /** The Status of a denial. */
  readonly result: Status | undefined;
  readonly warnings: readonly string[];
  /** The keys have no prefix. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
  /** The type of the patch, and its text. */
  readonly patch: { readonly text: string; readonly type: string } | undefined;
}

/** The review of a webhook is not a valid response. The message states the reason. */
export class InvalidReviewError extends Error {
  override readonly name = "InvalidReviewError";
}

/** Reads the verdict. Throws an `InvalidReviewError` unless the review is a valid response to the review with this `uid`. */
export function readVerdict(
  review: JsonObject,
  uid: string,
  version: "v1" | "v1beta1",
  webhookType: WebhookType,
): Verdict {
  const response = review["response"];
  if (!isJsonObject(response)) throw new InvalidReviewError("webhook response was absent");
  if (version === "v1") {
    assertMatchesRequest(review, response, uid);
    assertPatchAllowed(response, webhookType);
  }
  const { allowed, status, patch = "", patchType } = response;
  const warnings = response["warnings"];
  const type = version === "v1" ? patchType : "JSONPatch"; // v1beta1 has only this type.
  return {
    allowed: allowed === true,
    result: isJsonObject(status) ? status : undefined,
    // The types of the fields have been checked.
    warnings: (warnings ?? []) as readonly string[],
    auditAnnotations: (response["auditAnnotations"] ?? {}) as Readonly<Record<string, string>>,
    patch:
      webhookType === "mutating" && typeof patch === "string" && patch !== ""
        ? { text: Buffer.from(patch, "base64").toString(), type: typeof type === "string" ? type : "" }
        : undefined,
  };
}

function assertMatchesRequest({ kind, apiVersion }: JsonObject, { uid: responseUid }: JsonObject, uid: string): void {
  if (responseUid !== uid) {
    const got = typeof responseUid === "string" ? responseUid : "";
    throw new InvalidReviewError(`expected response.uid=${quoteGoString(uid)}, got ${quoteGoString(got)}`);
  }
  if (kind === "AdmissionReview" && apiVersion === "admission.k8s.io/v1") return;
  const [group, version] = typeof apiVersion === "string" ? splitOnce(apiVersion) : ["", ""];
  const got = `${group}/${version}, Kind=${typeof kind === "string" ? kind : ""}`;
  throw new InvalidReviewError(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`);
}

function splitOnce(apiVersion: string): readonly [string, string] {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? ["", apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}

function assertPatchAllowed({ patch, patchType }: JsonObject, webhookType: WebhookType): void {
  const hasPatch = typeof patch === "string" && patch !== "";
  const hasType = typeof patchType === "string";
  if (webhookType === "validating") {
    if (hasPatch) throw new InvalidReviewError("validating webhook may not return response.patch");
    if (hasType) throw new InvalidReviewError("validating webhook may not return response.patchType");
    return;
  }
  if (hasPatch && !hasType) throw new InvalidReviewError("webhook returned response.patch but not response.patchType");
  if (hasType && !hasPatch) throw new InvalidReviewError("webhook returned response.patchType but not response.patch");
  if (patchType === "") throw new InvalidReviewError('webhook returned invalid response.patchType of ""');
}
