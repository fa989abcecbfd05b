/** A kubeconfig that a cluster of ours has left behind, for instance after a crash, is known by the name of its context. */
const ownContext = /"?current-context"?: "?kubewright"?/;

export function isOwnKubeconfig(text: string): boolean {
  return ownContext.test(text);
}
