/**
 * The kinds that DeleteOptions and WatchEvent have in documents: one for each group version of kube-apiserver 1.36, also those that it does not serve.
 */
import type { GroupVersionKind } from "@kubewright/apimachinery";

/** A group and a version. */
export type GroupVersion = Pick<GroupVersionKind, "group" | "version">;

const knownVersions: readonly (readonly [group: string, versions: string])[] = [
  ["", "v1"],
  ["admission.k8s.io", "v1 v1beta1"],
  ["admissionregistration.k8s.io", "v1 v1alpha1 v1beta1"],
  ["apiextensions.k8s.io", "v1 v1beta1"],
  ["apiregistration.k8s.io", "v1 v1beta1"],
  ["apps", "v1 v1beta1 v1beta2"],
  ["authentication.k8s.io", "v1 v1alpha1 v1beta1"],
  ["authorization.k8s.io", "v1 v1beta1"],
  ["autoscaling", "v1 v2"],
  ["batch", "v1 v1beta1"],
  ["certificates.k8s.io", "v1 v1alpha1 v1beta1"],
  ["coordination.k8s.io", "v1 v1alpha2 v1beta1"],
  ["discovery.k8s.io", "v1 v1beta1"],
  ["events.k8s.io", "v1 v1beta1"],
  ["extensions", "v1beta1"],
  ["flowcontrol.apiserver.k8s.io", "v1 v1beta1 v1beta2 v1beta3"],
  ["imagepolicy.k8s.io", "v1alpha1"],
  ["internal.apiserver.k8s.io", "v1alpha1"],
  ["networking.k8s.io", "v1 v1beta1"],
  ["node.k8s.io", "v1 v1alpha1 v1beta1"],
  ["policy", "v1 v1beta1"],
  ["rbac.authorization.k8s.io", "v1 v1alpha1 v1beta1"],
  ["resource.k8s.io", "v1 v1alpha3 v1beta1 v1beta2"],
  ["scheduling.k8s.io", "v1 v1alpha2 v1beta1"],
  ["storage.k8s.io", "v1 v1alpha1 v1beta1"],
  ["storagemigration.k8s.io", "v1beta1"],
];

/** All group versions, for the document of v2. */
export function knownGroupVersions(): readonly GroupVersion[] {
  return knownVersions.flatMap(([group, versions]) => versions.split(" ").map((version) => ({ group, version })));
}

/** Group versions that the server for custom resources does not know. */
const unknownToCustomResources: ReadonlySet<string> = new Set([
  "admission.k8s.io/v1",
  "admission.k8s.io/v1beta1",
  "apiextensions.k8s.io/v1",
  "apiextensions.k8s.io/v1beta1",
  "apiregistration.k8s.io/v1",
  "apiregistration.k8s.io/v1beta1",
  "imagepolicy.k8s.io/v1alpha1",
]);

/** The group versions in the document of a group version. */
export function groupVersionsOf({ group, version }: GroupVersion, isCustom: boolean): readonly GroupVersion[] {
  if (isCustom) {
    return knownGroupVersions().filter((each) => !unknownToCustomResources.has(`${each.group}/${each.version}`));
  }
  return [{ group: "", version: "v1" }, ...(group === "" ? [] : [{ group, version }])];
}
