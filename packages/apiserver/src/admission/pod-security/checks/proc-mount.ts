/** `/proc` keeps its default masks. Since 1.35, the level `baseline` admits other values in Pods with a user namespace (`hostUsers: false`). */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, hasOwnUsers, quoted, sortedSet, unless } from "./check.ts";

const requireDefault: CheckPod = (pod) => {
  const types = new Set<string>();
  const names = containersWhere(pod, ({ securityContext }) => {
    const type = securityContext?.procMount;
    if (type === undefined || type === "Default") return false;
    types.add(type);
    return true;
  });
  if (names.length === 0) return undefined;
  const values = quoted(sortedSet(types));
  return {
    reason: "procMount",
    detail: `${counted("container", names)} must not set securityContext.procMount to ${values}`,
  };
};

export const procMount: Check = {
  id: "procMount",
  level: "baseline",
  versions: [
    { since: 0, check: requireDefault },
    { since: 35, check: unless(hasOwnUsers, requireDefault) },
  ],
};

export const procMountRestricted: Check = {
  id: "procMount_restricted",
  level: "restricted",
  versions: [{ since: 35, check: requireDefault, overrides: "procMount" }],
};
