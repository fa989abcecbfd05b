/** Places in the validation of Pods and of the templates of Pods that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

const defaulted = "the field is defaulted before, or an empty string counts as absent";
const gateOff = "the feature is disabled in this release, and the field is dropped before";
const gateOn = "the error occurs only without a feature that is enabled by default, or that can no longer be disabled";
const covered = "another check rejects the value before";
const impossible = "no JSON value causes this error";

function places(reason: string, ...sites: readonly string[]): readonly ValidationDeviation[] {
  return sites.map((site) => ({ site, reason }));
}

export const podDeviations: readonly ValidationDeviation[] = [
  ...places(
    defaulted,
    "core/validation.validateContainerPorts#6",
    "core/validation.validateObjectFieldSelector#1",
    "core/validation.validateHTTPGetAction#1",
    "core/validation.validatePullPolicy#1",
    "core/validation.validateContainerCommon#3",
    "core/validation.validateRestartPolicy#1",
    "core/validation.validateDNSPolicy#1",
    "core/validation.ValidatePodSpec#1",
    "core/validation.validateVolumeSource#33",
  ),
  ...places(
    gateOff,
    "core/validation.ValidateSignerName*",
    "core/validation.ValidateUserAnnotations#1",
    ...Array.from({ length: 16 }, (_, index) => `core/validation.validateProjectionSources#${index + 9}`),
    "core/validation.validateStopSignal*",
    "core/validation.ValidateTolerations#6",
    "core/validation.ValidateTolerations#7",
    "core/validation.validateSELinuxChangePolicy#2",
    "core/validation.validateNodeAllocatableResourceClaimStatus*",
    "core/validation.ValidatePodResize#6",
    "core/validation.ValidatePodLogOptions#5",
    "core/validation.ValidatePodLogOptions#6",
    "core/validation.ValidatePodLogOptions#7",
    "core/validation.validateSchedulingGroup*",
    "core/validation.validateImageVolumeStatus*",
  ),
  ...places(
    gateOn,
    "core/validation.ValidateEnv#3",
    "core/validation.ValidateEnvFrom#2",
    "core/validation.validateEnvVarValueFrom#2",
    "core/validation.validateInitContainerRestartPolicy#2",
    "core/validation.validateInitContainerRestartPolicy#3",
    "core/validation.validateSleepAction#2",
    "core/validation.validateInitContainers#6",
    "core/validation.validateContainers#3",
    "core/validation.ValidateContainerStateTransition#3",
    "core/validation.ValidateInitContainerStateTransition#3",
    "core/validation.ValidatePodResize#5",
    "core/validation.ValidatePodResize#10",
    "core/validation.ValidateMatchLabelKeysInTopologySpread*",
  ),
  ...places(
    covered,
    "core/validation.validateObjectFieldSelector#4",
    "core/validation.ValidatePodSpec#5",
    "core/validation.ValidateRuntimeClassName#1",
    "core/validation.ValidatePodStatusUpdate#1",
    "core/validation.ValidatePodResize#9",
    "core/validation.ValidatePodResize#11",
  ),
  ...places(
    impossible,
    "core/validation.ValidatePortNumOrName#3",
    "core/validation.validateHandler#1",
    "core/validation.validateImagePullSecrets#1",
    "core/validation.validatePodResourceConsistency#1",
    "core/validation.ValidateContainerStateTransition#1",
    "core/validation.ValidateInitContainerStateTransition#1",
    "core/validation.validateVolumeStatus#1",
  ),
  ...places(
    "the server allows privileged containers, as every cluster with its own network plugins must",
    "core/validation.ValidateSecurityContext#1",
    "core/validation.validateWindowsHostProcessPod#4",
  ),
];
