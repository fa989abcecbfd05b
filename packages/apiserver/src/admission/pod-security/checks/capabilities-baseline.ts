/** Containers add no capabilities beyond the default ones. */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, quoted, sortedSet } from "./check.ts";

const allowed: ReadonlySet<string> = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

const limitAdded: CheckPod = (pod) => {
  const added = new Set<string>();
  const names = containersWhere(pod, ({ securityContext }) => {
    const bad = (securityContext?.capabilities?.add ?? []).filter((capability) => !allowed.has(capability));
    for (const capability of bad) added.add(capability);
    return bad.length > 0;
  });
  if (names.length === 0) return undefined;
  const values = quoted(sortedSet(added));
  return {
    reason: "non-default capabilities",
    detail: `${counted("container", names)} must not include ${values} in securityContext.capabilities.add`,
  };
};

export const capabilitiesBaseline: Check = {
  id: "capabilities_baseline",
  level: "baseline",
  versions: [{ since: 0, check: limitAdded }],
};
