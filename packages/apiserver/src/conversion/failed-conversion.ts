/** The message of a conversion that has failed, for callers that handle it: the failure policy of a policy, the message of an apply. */
import { isApiError } from "@kubewright/apimachinery";

/** Returns the message of the converter if it has failed. Throws any other error. */
export function failedConversionMessage(error: unknown): string {
  if (!isApiError(error)) throw error;
  return error.status.message ?? "";
}
