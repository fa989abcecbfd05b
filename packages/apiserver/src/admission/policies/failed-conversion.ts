/** An object that cannot be converted to the version that a policy reads: the failure policy decides. */
import { isApiError } from "@kubewright/apimachinery";
import { FailedConversionError } from "../../conversion/converted-objects.ts";

/** Returns the message of the converter if it has failed. Throws any other error. */
export function failedConversionMessage(error: unknown): string {
  if (!(error instanceof FailedConversionError && isApiError(error.cause))) throw error;
  return error.cause.status.message ?? "";
}
