/** The admission plugins of this server, and which of them are enabled. Their order and defaults are those of `plugin-order.ts`. */
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
import { AdmissionPluginOptionError } from "./errors.ts";
import { limitRanger } from "./plugins/limit-ranges/limit-ranger.ts";
import type { KnownPlugin } from "./plugin-order.ts";
import { comparePlugins, knownPlugins } from "./plugin-order.ts";
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
} from "./plugins/certificate-signers.ts";
import { defaultIngressClass, defaultStorageClass } from "./plugins/default-class.ts";
import { defaultTolerationSeconds } from "./plugins/default-toleration-seconds.ts";
import { namespaceLifecycle } from "./plugins/namespace-lifecycle.ts";
import { persistentVolumeClaimResize } from "./plugins/persistent-volume-claim-resize.ts";
import { priorityPlugin } from "./plugins/priority.ts";
import { runtimeClassPlugin } from "./plugins/runtime-class.ts";
import { serviceAccountPlugin } from "./plugins/service-account.ts";
import { storageObjectInUseProtection } from "./plugins/storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./plugins/taint-nodes-by-condition.ts";
import { alwaysPullImages } from "./plugins/always-pull-images.ts";
import { alwaysAdmit, alwaysDeny } from "./plugins/always.ts";
import { denyServiceExternalIps } from "./plugins/deny-service-external-ips.ts";
import { extendedResourceToleration } from "./plugins/extended-resource-toleration.ts";
import { limitPodHardAntiAffinityTopology } from "./plugins/hard-anti-affinity.ts";
import { namespaceAutoProvision, namespaceExists } from "./plugins/namespace-existence.ts";
import { nodeDeclaredFeatures } from "./plugins/node-declared-features.ts";
import { ownerReferencesPermissionEnforcement } from "./plugins/owner-references.ts";
import { podNodeSelector } from "./plugins/pod-node-selector.ts";
import { podResizeValidator } from "./plugins/pod-resize.ts";
import { podTopologyLabels } from "./plugins/pod-topology-labels.ts";
import { resourceQuotaPlugin } from "./plugins/quota/resource-quota.ts";

const plugins: readonly AdmissionPlugin[] = [
  alwaysAdmit,
  alwaysDeny,
  alwaysPullImages,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  denyServiceExternalIps,
  extendedResourceToleration,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  namespaceAutoProvision,
  namespaceExists,
  namespaceLifecycle,
  nodeDeclaredFeatures,
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  podNodeSelector,
  podResizeValidator,
  podTopologyLabels,
  priorityPlugin,
  resourceQuotaPlugin,
  runtimeClassPlugin,
  serviceAccountPlugin,
  storageObjectInUseProtection,
  taintNodesByCondition,
];

/** Names of plugins, as in `--enable-admission-plugins` and `--disable-admission-plugins`. */
export interface PluginChoice {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
}

/**
 * The enabled plugins, in their order: of the built-in ones and `own` those that kube-apiserver enables by default, those of `enable`, and
 * those that kube-apiserver does not have. `enable` overrides `disable`.
 *
 * @throws {AdmissionPluginOptionError} for an unknown name, and if `enable` names a plugin that this server lacks.
 */
export function chosenPlugins(
  { enable = [], disable = [] }: PluginChoice,
  own: readonly AdmissionPlugin[],
): readonly AdmissionPlugin[] {
  const all = [...plugins, ...own];
  const lacking = knownPlugins.filter(({ name }) => !all.some((plugin) => plugin.name === name));
  const existing = all.map(({ name }) => name);
  for (const name of enable) assertEnableable(name, lacking, existing);
  const names = [...existing, ...lacking.map(({ name }) => name)];
  for (const name of [...enable, ...disable]) assertKnown(name, names);
  const offByDefault = knownPlugins.filter(({ byDefault }) => byDefault === "off").map(({ name }) => name);
  const isEnabled = ({ name }: AdmissionPlugin): boolean =>
    enable.includes(name) || ![...disable, ...offByDefault].includes(name);
  return all.filter(isEnabled).toSorted(comparePlugins);
}

function assertKnown(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new AdmissionPluginOptionError(
    `Cannot enable or disable the admission plugin "${name}": it is unknown, must be one of ${quoted(known)}`,
  );
}

/** A plugin whose feature gate is off by default does nothing in kube-apiserver either. */
function assertEnableable(name: string, lacking: readonly KnownPlugin[], existing: readonly string[]): void {
  const plugin = lacking.find((each) => each.name === name);
  if (plugin === undefined || plugin.gate !== undefined) return;
  throw new AdmissionPluginOptionError(
    `Cannot enable the admission plugin "${name}": this server lacks it, must be one of ${quoted(existing)}`,
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
