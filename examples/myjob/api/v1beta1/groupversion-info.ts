/**
 * The API group of MyJob, in its first beta.
 *
 * @kubebuilder:object:generate=true
 * @groupName=myjob.github.com
 * @versionName=v1beta1
 */

/** The group and version of the kinds in this folder. */
export const groupVersion: { readonly group: string; readonly version: string } = {
  group: "myjob.github.com",
  version: "v1beta1",
};
