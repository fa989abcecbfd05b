/** Containers use no ports of their host. */
import type { Check, CheckPod } from "./check.ts";
import { containersWhere, counted, plural, sortedSet } from "./check.ts";

const forbidHostPorts: CheckPod = (pod) => {
  const used = new Set<string>();
  const names = containersWhere(pod, ({ ports }) => {
    const bad = (ports ?? []).filter(({ hostPort = 0 }) => hostPort !== 0);
    for (const { hostPort } of bad) used.add(String(hostPort));
    return bad.length > 0;
  });
  if (names.length === 0) return undefined;
  // The reference sorts the numbers as strings.
  const ports = sortedSet(used);
  const verb = names.length === 1 ? "uses" : "use";
  return {
    reason: "hostPort",
    detail: `${counted("container", names)} ${verb} ${plural("hostPort", ports.length)} ${ports.join(", ")}`,
  };
};

export const hostPorts: Check = {
  id: "hostPorts",
  level: "baseline",
  versions: [{ since: 0, check: forbidHostPorts }],
};
