/**
 * The admission plugins of kube-apiserver 1.36, in the order in which it calls them.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/
 */

/** A plugin of kube-apiserver. */
export interface KnownPlugin {
  readonly name: string;
  readonly byDefault: "on" | "off";
  /** The feature gate without which the plugin does nothing. All of these gates are off by default. */
  readonly gate?: string;
}

function on(name: string, gate?: string): KnownPlugin {
  return { name, byDefault: "on", ...(gate === undefined ? {} : { gate }) };
}

function off(name: string): KnownPlugin {
  return { name, byDefault: "off" };
}

export const knownPlugins: readonly KnownPlugin[] = [
  off("AlwaysAdmit"),
  off("NamespaceAutoProvision"),
  on("NamespaceLifecycle"),
  off("NamespaceExists"),
  off("LimitPodHardAntiAffinityTopology"),
  on("LimitRanger"),
  on("ServiceAccount"),
  off("NodeRestriction"),
  on("TaintNodesByCondition"),
  off("AlwaysPullImages"),
  off("ImagePolicyWebhook"),
  on("PodSecurity"),
  off("PodNodeSelector"),
  on("Priority"),
  on("DefaultTolerationSeconds"),
  off("PodTolerationRestriction"),
  off("EventRateLimit"),
  off("ExtendedResourceToleration"),
  on("DefaultStorageClass"),
  on("StorageObjectInUseProtection"),
  on("PodGroupProtection", "GenericWorkload"),
  off("OwnerReferencesPermissionEnforcement"),
  on("PersistentVolumeClaimResize"),
  on("RuntimeClass"),
  on("CertificateApproval"),
  on("CertificateSigning"),
  on("ClusterTrustBundleAttest", "ClusterTrustBundle"),
  on("CertificateSubjectRestriction"),
  on("DefaultIngressClass"),
  off("DenyServiceExternalIPs"),
  on("PodTopologyLabels"),
  on("PodGroupWorkloadExists", "GenericWorkload"),
  on("NodeDeclaredFeatureValidator"),
  on("JobValidation", "WorkloadWithJob"),
  on("PodResizeValidator"),
  on("MutatingAdmissionPolicy"),
  on("MutatingAdmissionWebhook"),
  on("ValidatingAdmissionPolicy"),
  on("ValidatingAdmissionWebhook"),
  on("ResourceQuota"),
  off("AlwaysDeny"),
];

const places: ReadonlyMap<string, number> = new Map(knownPlugins.map(({ name }, index) => [name, index]));

/** Compares two plugins by their place in the chain. A plugin that kube-apiserver does not have comes last. */
export function comparePlugins(left: { readonly name: string }, right: { readonly name: string }): number {
  const placeOf = ({ name }: { readonly name: string }): number => places.get(name) ?? knownPlugins.length;
  return placeOf(left) - placeOf(right);
}
