/** The message of an error in conditions and Events. */
import { isApiError } from "@kubewright/apimachinery";

/** The message of the server, as in kube-controller-manager; for other errors their message. */
export function refusalText(error: unknown): string {
  if (isApiError(error)) return error.status.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
