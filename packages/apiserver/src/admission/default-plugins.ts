/**
 * The admission plugins of this server, in kube-apiserver's order. LimitRanger, ResourceQuota, PodSecurity and the policy plugins are not
 * implemented.
 */
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
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

const plugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  serviceAccountPlugin,
  taintNodesByCondition,
  priorityPlugin,
  defaultTolerationSeconds,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClassPlugin,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  defaultIngressClass,
];

/** Names of plugins, as in `--enable-admission-plugins` and `--disable-admission-plugins`. */
export interface PluginChoice {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
}

/**
 * The enabled plugins: the built-in ones, then `own`. All plugins are enabled by default, and `enable` overrides `disable`.
 *
 * @throws {RangeError} for an unknown name.
 */
export function chosenPlugins(
  { enable = [], disable = [] }: PluginChoice,
  own: readonly AdmissionPlugin[],
): readonly AdmissionPlugin[] {
  const all = [...plugins, ...own];
  const names = all.map(({ name }) => name);
  for (const name of [...enable, ...disable]) {
    if (names.includes(name)) continue;
    const known = names.map((each) => `"${each}"`).join(", ");
    throw new RangeError(
      `Cannot enable or disable the admission plugin "${name}": it is unknown, must be one of ${known}`,
    );
  }
  return all.filter(({ name }) => enable.includes(name) || !disable.includes(name));
}
