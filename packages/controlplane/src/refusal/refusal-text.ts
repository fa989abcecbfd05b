/** The words for an error in conditions and Events. */
import { isApiError } from "@kubewright/apimachinery";

/** What the server said, as kube-controller-manager repeats it; of any other error its own message. */
export function refusalText(error: unknown): string {
  if (isApiError(error)) return error.status.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
