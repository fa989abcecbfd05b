/** Places in the validation of the other kinds of the core group, and of Leases and EndpointSlices that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

const filledIn = "the server has set the field before";
const dropped = "the server has dropped the field before";
const decoded = "the decoder rejects such a value";
const noSecondFamily = "the server has addresses of one family, and rejects a request for two before";
const checkedBefore = "the allocation of addresses and ports rejects it before";

function places(reason: string, ...sites: readonly string[]): readonly ValidationDeviation[] {
  return sites.map((site) => ({ site, reason }));
}

export const coreDeviations: readonly ValidationDeviation[] = [
  ...places(
    filledIn,
    "api/validation.validateObjectMetaAccessorWithOptsCommon#1",
    "api/validation.ValidateObjectMetaAccessorUpdate#*",
    "core/validation.validateClientIPAffinityConfig#*",
    "core/validation.validateService#9",
    "core/validation.validateService#12",
    "core/validation.validateService#20",
    "core/validation.validateServicePort#4",
    "core/validation.validateServiceExternalTrafficPolicy#2",
    "core/validation.validateServiceExternalTrafficPolicy#5",
    "core/validation.validateServiceInternalTrafficFieldsValue#1",
    "core/validation.ValidateLoadBalancerStatus#2",
    "core/validation.ValidateServiceClusterIPsRelatedFields#1",
    "core/validation.validateUpgradeDowngradeClusterIPs#2",
    "core/validation.validateEndpointPort#3",
    "discovery/validation.validatePorts#3",
    "core/validation.ValidatePersistentVolumeClaimStatusUpdate#1",
    "core/validation.ValidateResourceQuotaStatusUpdate#1",
    "networking/validation.validateIngressClassParametersReference#6",
    "storage/validation.validateVolumeBindingMode#1",
    "storage/validation.validateAttachRequired#1",
    "storage/validation.validatePodInfoOnMount#1",
    "storage/validation.validateStorageCapacity#1",
    "storage/validation.validateSELinuxMount#1",
  ),
  ...places(
    dropped,
    "api/validation.validateObjectMetaAccessorWithOptsCommon#3",
    "apis/meta/v1/validation.ValidateManagedFields#1",
    "apis/meta/v1/validation.ValidateManagedFields#2",
    "apis/meta/v1/validation.ValidateManagedFields#3",
    "core/validation.validateService#11",
    "storage/validation.validatePreventPodSchedulingIfMissing#1",
    "core/validation.validateNodeConfigSourceSpec#1",
    "core/validation.validateConfigMapNodeConfigSourceSpec#*",
    "core/validation.validateNodeConfigSourceStatus#1",
    "core/validation.validateConfigMapNodeConfigSourceStatus#*",
    "core/validation.validateConfigMapNodeConfigSource#*",
    "discovery/validation.validateEndpoints#7",
    "discovery/validation.validateEndpoints#8",
    "coordination/validation.ValidateLeaseSpec#3",
    "coordination/validation.ValidateCoordinatedLeaseStrategy#*",
  ),
  ...places(
    decoded,
    "api/validation.ValidateObjectMeta#1",
    "api/validation.ValidateObjectMetaUpdate#*",
    "core/validation.ValidatePortNumOrName#3",
    "core/validation.ValidateAvoidPodsInNodeAnnotations#2",
  ),
  ...places(
    "no namespace can have such a name",
    "api/validation.validateObjectMetaAccessorWithOptsCommon#2",
    "core/validation.legacyValidateEvent#12",
  ),
  ...places(
    noSecondFamily,
    "core/validation.ValidateServiceClusterIPsRelatedFields#9",
    "core/validation.validateUpgradeDowngradeClusterIPs#3",
    "core/validation.validateUpgradeDowngradeClusterIPs#4",
    "core/validation.validateUpgradeDowngradeClusterIPs#5",
    "core/validation.validateUpgradeDowngradeIPFamilies#*",
    "registry/core/service/storage.Allocators.initIPFamilyFields#1",
  ),
  ...places(
    "an object whose namespace differs from that of the path is rejected before",
    "registry/core/serviceaccount/storage.TokenREST.Create#2",
  ),
  ...places("a stored claim has access modes", "core/validation.ValidatePersistentVolumeClaimStatusUpdate#2"),
  ...places(
    "the error occurs only without a feature that is enabled by default, or that can no longer be disabled",
    "core/validation.ValidatePersistentVolumeClaimUpdate#2",
    "core/validation.ValidatePersistentVolumeClaimUpdate#4",
  ),
  ...places(checkedBefore, "registry/core/service/storage.Allocators.allocIPs#1"),
];
