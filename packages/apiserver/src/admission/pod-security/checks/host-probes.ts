/** Probes and lifecycle handlers connect only to their Pod, because the kubelet could reach other hosts for them. */
import type { AnyContainer, Check, CheckPod } from "./check.ts";
import { counted, nameOf, plural, quoted, sortedSet } from "./check.ts";

const forbidHosts: CheckPod = ({ containers }) => {
  const found = containers.map((container) => ({ name: nameOf(container), hosts: hostsOf(container) }));
  const bad = found.filter(({ hosts }) => hosts.length > 0);
  if (bad.length === 0) return undefined;
  const names = sortedSet(bad.map(nameOf));
  const hosts = sortedSet(bad.flatMap((each) => each.hosts));
  const verb = names.length === 1 ? "uses" : "use";
  return {
    reason: "probe or lifecycle host",
    detail: `${counted("container", names)} ${verb} ${plural("probe or lifecycle host", hosts.length)} ${quoted(hosts)}`,
  };
};

function hostsOf(container: AnyContainer): readonly string[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
    .flatMap((handler) => [handler?.httpGet?.host ?? "", handler?.tcpSocket?.host ?? ""])
    .filter((host) => host !== "");
}

export const hostProbesAndHostLifecycle: Check = {
  id: "hostProbesAndHostLifecycle",
  level: "baseline",
  versions: [{ since: 34, check: forbidHosts }],
};
