/** Windows containers do not run as processes of their host. */
import type { Check, CheckPod } from "./check.ts";
import { settersWhere } from "./check.ts";

const forbidHostProcess: CheckPod = (pod) => {
  const setters = settersWhere(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  if (setters.length === 0) return undefined;
  return {
    reason: "hostProcess",
    detail: `${setters.join(" and ")} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};

export const windowsHostProcess: Check = {
  id: "windowsHostProcess",
  level: "baseline",
  versions: [{ since: 0, check: forbidHostProcess }],
};
