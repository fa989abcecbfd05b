/**
 * The API group of Mydemo, in its first version. Groups that end with `k8s.io` are protected: the annotation of the CRD has the value `unapproved`.
 *
 * @kubebuilder:object:generate=true
 * @groupName=crddemo.k8s.io
 * @versionName=v1
 */

/** The group and version of the kinds in this folder. */
export const groupVersion: { readonly group: string; readonly version: string } = {
  group: "crddemo.k8s.io",
  version: "v1",
};
