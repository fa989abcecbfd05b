/** Containers drop all capabilities, and add none but `NET_BIND_SERVICE`. */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, isWindows, quoted, sortedSet, unless } from "./check.ts";

const requireDropAll: CheckPod = (pod) => {
  const keeping = containersWhere(pod, ({ securityContext }) => {
    return !(securityContext?.capabilities?.drop ?? []).includes("ALL");
  });
  const added = new Set<string>();
  const adding = containersWhere(pod, ({ securityContext }) => {
    const bad = (securityContext?.capabilities?.add ?? []).filter((capability) => capability !== "NET_BIND_SERVICE");
    for (const capability of bad) added.add(capability);
    return bad.length > 0;
  });
  const details: string[] = [];
  if (keeping.length > 0) details.push(`${counted("container", keeping)} must set ${field}.drop=["ALL"]`);
  if (adding.length > 0) {
    details.push(`${counted("container", adding)} must not include ${quoted(sortedSet(added))} in ${field}.add`);
  }
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

const field = "securityContext.capabilities";
const overrides = "capabilities_baseline";

export const capabilitiesRestricted: Check = {
  id: "capabilities_restricted",
  level: "restricted",
  versions: [
    { since: 22, check: requireDropAll, overrides },
    { since: 25, check: unless(isWindows, requireDropAll), overrides },
  ],
};
