/** Pods do not share the network, the process ids or the IPC of their host. */
import type { Check, CheckPod } from "./check.ts";

const fields = ["hostNetwork", "hostPID", "hostIPC"] as const;

const forbidShared: CheckPod = ({ spec }) => {
  const shared = fields.filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: "host namespaces", detail: shared.map((field) => `${field}=true`).join(", ") };
};

export const hostNamespaces: Check = {
  id: "hostNamespaces",
  level: "baseline",
  versions: [{ since: 0, check: forbidShared }],
};
