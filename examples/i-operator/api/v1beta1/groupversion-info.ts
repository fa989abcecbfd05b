/**
 * The API group core.crd.lixueduan.com, version v1beta1.
 *
 * @kubebuilder:object:generate=true
 * @groupName=core.crd.lixueduan.com
 * @versionName=v1beta1
 */

/** The group and version of the kinds in this folder. */
export const groupVersion: { readonly group: string; readonly version: string } = {
  group: "core.crd.lixueduan.com",
  version: "v1beta1",
};
