/** The paths of webhooks, as in kubebuilder, so that manifests and servers are compatible. */
import type { GroupVersionKind } from "@kubewright/apimachinery";

/** `/mutate-GROUP-VERSION-KIND`, such as `/mutate-apps-v1-deployment`; dots of the group are dashes, and the core group is empty. */
export function mutatePath(type: GroupVersionKind): string {
  return `/mutate-${suffixOf(type)}`;
}

/** `/validate-GROUP-VERSION-KIND`, such as `/validate--v1-pod`. */
export function validatePath(type: GroupVersionKind): string {
  return `/validate-${suffixOf(type)}`;
}

function suffixOf({ group, version, kind }: GroupVersionKind): string {
  return `${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
