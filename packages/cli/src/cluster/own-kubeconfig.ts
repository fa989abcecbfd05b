/** Recognizes a kubeconfig that Kubewright has written, for instance before a crash, by the name of its context. */
const ownContext = /"?current-context"?: "?kubewright"?/;

export function isOwnKubeconfig(text: string): boolean {
  return ownContext.test(text);
}
