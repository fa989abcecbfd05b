/** `runAsUser` is not 0, which is root. Since 1.35, root is admitted in Pods with a user namespace (`hostUsers: false`). */
import type { Check, CheckPod } from "./check.ts";
import { hasOwnUsers, settersWhere, unless } from "./check.ts";

const forbidRoot: CheckPod = (pod) => {
  const setters = settersWhere(pod, ({ runAsUser }) => runAsUser === 0);
  if (setters.length === 0) return undefined;
  return { reason: "runAsUser=0", detail: `${setters.join(" and ")} must not set runAsUser=0` };
};

export const runAsUser: Check = {
  id: "runAsUser",
  level: "restricted",
  versions: [
    { since: 23, check: forbidRoot },
    { since: 35, check: unless(hasOwnUsers, forbidRoot) },
  ],
};
