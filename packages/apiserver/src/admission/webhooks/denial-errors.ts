/** The errors of a write that a webhook denies, or whose webhook fails. */
import { apiErrorFrom, badRequest, internalError, quoteGoString } from "@kubewright/apimachinery";
import type { ApiError, Status } from "@kubewright/apimachinery";

/** The code of a denial without an error code, or with one that HTTP cannot send. With such a code, kube-apiserver ends the connection. */
const defaultCode = 400;
const codeMax = 999;

/** The webhook denies the request. */
export function denial(name: string, result: Status = {}): ApiError {
  const { code = 0, status = "", message = "", reason = "" } = result;
  const who = `admission webhook ${quoteGoString(name)} denied the request`;
  const why = message === "" ? reason : message;
  return apiErrorFrom({
    metadata: {},
    ...result,
    kind: "Status",
    apiVersion: "v1",
    status: status === "" || status === "Success" ? "Failure" : status,
    message: why === "" ? `${who} without explanation` : `${who}: ${why}`,
    code: code < 400 || code > codeMax ? defaultCode : code,
  });
}

/** A webhook with side effects is not called for a dry run. */
export function unsupportedDryRun(name: string): ApiError {
  return badRequest(`admission webhook ${quoteGoString(name)} does not support dry run`);
}

/** A webhook returned a patch for a request without an object, such as a DELETE. */
export function unsupportedPatch(name: string): ApiError {
  const who = `admission webhook ${quoteGoString(name)}`;
  return internalError(`${who} attempted to modify the object, which is not supported for this operation`);
}

/** A call has failed, so the failure policy of the webhook applies. The message is part of the response. */
export class CallFailedError extends Error {
  override readonly name = "CallFailedError";

  constructor(webhook: string, why: string, options?: ErrorOptions) {
    super(`failed calling webhook ${quoteGoString(webhook)}: ${why}`, options);
  }
}
