/** Containers are not privileged. */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted } from "./check.ts";

const forbidPrivileged: CheckPod = (pod) => {
  const names = containersWhere(pod, ({ securityContext }) => securityContext?.privileged === true);
  if (names.length === 0) return undefined;
  return {
    reason: "privileged",
    detail: `${counted("container", names)} must not set securityContext.privileged=true`,
  };
};

export const privileged: Check = {
  id: "privileged",
  level: "baseline",
  versions: [{ since: 0, check: forbidPrivileged }],
};
