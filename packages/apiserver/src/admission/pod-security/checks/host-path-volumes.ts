/** Pods mount no paths of their host. */
import type { Check, CheckPod } from "./check.ts";
import { counted, nameOf } from "./check.ts";

const forbidHostPaths: CheckPod = ({ spec }) => {
  const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(nameOf);
  return names.length === 0 ? undefined : { reason: "hostPath volumes", detail: counted("volume", names) };
};

export const hostPathVolumes: Check = {
  id: "hostPathVolumes",
  level: "baseline",
  versions: [{ since: 0, check: forbidHostPaths }],
};
