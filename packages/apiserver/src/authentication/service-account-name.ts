// Service accounts as users, and the claims of their tokens.
import { isDns1123Label, isDns1123Subdomain } from "@kubewright/apimachinery";

/** The extra key with the node of the Pod that a token is bound to. */
export const nodeNameKey = "authentication.kubernetes.io/node-name";

const serviceAccountPrefix = "system:serviceaccount:";

/** The service account of a user name; `undefined` for other users, also for those with an invalid name. */
export function serviceAccountOf(userName: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!userName.startsWith(serviceAccountPrefix)) return undefined;
  const [namespace = "", name = "", ...rest] = userName.slice(serviceAccountPrefix.length).split(":");
  const isValid = rest.length === 0 && isDns1123Label(namespace).length === 0 && isDns1123Subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}
