/**
 * The API group of Balancer, in its first version.
 *
 * @kubebuilder:object:generate=true
 * @groupName=exposer.hliangzhao.io
 * @versionName=v1alpha1
 */

/** The group and version of the kinds in this folder. */
export const groupVersion: { readonly group: string; readonly version: string } = {
  group: "exposer.hliangzhao.io",
  version: "v1alpha1",
};
