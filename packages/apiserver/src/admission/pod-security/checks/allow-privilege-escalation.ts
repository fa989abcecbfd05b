/** `allowPrivilegeEscalation` must be false, because set-user-ID programs could otherwise gain privileges. */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, isWindows, unless } from "./check.ts";

const requireFalse: CheckPod = (pod) => {
  const names = containersWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${counted("container", names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

export const allowPrivilegeEscalation: Check = {
  id: "allowPrivilegeEscalation",
  level: "restricted",
  versions: [
    { since: 8, check: requireFalse },
    { since: 25, check: unless(isWindows, requireFalse) },
  ],
};
