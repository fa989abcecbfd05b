/** A refusal as a value, so that a test can look at all of it. */
import { isApiError } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";

/** The error with which the server answers. Throws when there is none, or another one. */
export async function refusal(answer: Promise<unknown>): Promise<ApiError> {
  let given: unknown;
  try {
    given = await answer;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
  throw new Error(`the server was to refuse, and answered ${JSON.stringify(given)}`);
}
