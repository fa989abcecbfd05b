/**
 * The plugins of this server, in the order of the reference's chain. What the reference has besides (LimitRanger, ResourceQuota,
 * PodSecurity, policies …) is not there.
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

/** Names as in `--enable-admission-plugins` and `--disable-admission-plugins`. */
export interface PluginChoice {
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
}

/**
 * The chain without the plugins that are switched off: those that are the same for every server, then `own`. All that there are run by default.
 *
 * @throws {RangeError} for a name that no plugin of this server has.
 */
export function chosenPlugins(
  { enable = [], disable = [] }: PluginChoice,
  own: readonly AdmissionPlugin[],
): readonly AdmissionPlugin[] {
  const all = [...plugins, ...own];
  const names = all.map(({ name }) => name);
  for (const name of [...enable, ...disable]) {
    if (names.includes(name)) continue;
    const wanted = names.map((each) => `"${each}"`).join(", ");
    throw new RangeError(`Cannot switch the admission plugin "${name}": it is not one of ${wanted}`);
  }
  return all.filter(({ name }) => enable.includes(name) || !disable.includes(name));
}
