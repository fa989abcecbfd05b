/** Containers run as users other than root. Since 1.35, root is admitted in Pods with a user namespace (`hostUsers: false`). */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, hasOwnUsers, settersWhere, unless } from "./check.ts";

const requireNonRoot: CheckPod = (pod) => {
  const reason = "runAsNonRoot != true";
  const setters = settersWhere(pod, ({ runAsNonRoot }) => runAsNonRoot === false);
  if (setters.length > 0) {
    return { reason, detail: `${setters.join(" and ")} must not set securityContext.runAsNonRoot=false` };
  }
  if (pod.spec.securityContext?.runAsNonRoot === true) return undefined;
  const unset = containersWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (unset.length === 0) return undefined;
  return { reason, detail: `pod or ${counted("container", unset)} must set securityContext.runAsNonRoot=true` };
};

export const runAsNonRoot: Check = {
  id: "runAsNonRoot",
  level: "restricted",
  versions: [
    { since: 0, check: requireNonRoot },
    { since: 35, check: unless(hasOwnUsers, requireNonRoot) },
  ],
};
