/** An error response as a value, so that a test can check all of it. */
import { isApiError } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";

/** The error response of the server. Throws if the call succeeds or fails with another error. */
export async function refusal(response: Promise<unknown>): Promise<ApiError> {
  let given: unknown;
  try {
    given = await response;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
  throw new Error(`the server was to refuse, and answered ${JSON.stringify(given)}`);
}
