/** The errors that webhooks give a write: those that say no, and those that say nothing. */
import { apiErrorFrom, badRequest, internalError } from "@kubewright/apimachinery";
import type { ApiError, Status } from "@kubewright/apimachinery";
import { quoteGoString } from "@kubewright/apimachinery";

/** A refusal is an error of the client, whatever the webhook says it is. */
const defaultCode = 400;

/** The webhook has looked at the object and refuses it. */
export function denial(name: string, result: Status = {}): ApiError {
  const { code = 0, status = "", message = "", reason = "" } = result;
  const who = `admission webhook ${quoteGoString(name)} denied the request`;
  const why = message === "" ? reason : message;
  return apiErrorFrom({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    ...result,
    status: status === "" || status === "Success" ? "Failure" : status,
    message: why === "" ? `${who} without explanation` : `${who}: ${why}`,
    code: code < 400 ? defaultCode : code,
  });
}

/** A webhook with side effects is not called for a dry run. */
export function dryRunUnsupported(name: string): ApiError {
  return badRequest(`admission webhook ${quoteGoString(name)} does not support dry run`);
}

/** A webhook has no object to change, as on DELETE, and tries all the same. */
export function nothingToModify(name: string): ApiError {
  const who = `admission webhook ${quoteGoString(name)}`;
  return internalError(`${who} attempted to modify the object, which is not supported for this operation`);
}

/** Nothing came of a call: what its failure policy is for. The message is what the client sees of it. */
export class CallFailedError extends Error {
  override readonly name = "CallFailedError";

  constructor(webhook: string, why: string, options?: ErrorOptions) {
    super(`failed calling webhook ${quoteGoString(webhook)}: ${why}`, options);
  }
}
