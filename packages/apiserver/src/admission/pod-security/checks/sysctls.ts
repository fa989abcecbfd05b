/** Pods set only kernel parameters that affect no other Pods. The list grows with the versions. */
import type { Check, CheckPod } from "./check.ts";

const since0 = [
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
];
const since27 = [...since0, "net.ipv4.ip_local_reserved_ports"];
const since29 = [
  ...since27,
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
];
const since32 = [...since29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

function limitNames(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name = "" }) => name);
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}

export const sysctls: Check = {
  id: "sysctls",
  level: "baseline",
  versions: [
    { since: 0, check: limitNames(since0) },
    { since: 27, check: limitNames(since27) },
    { since: 29, check: limitNames(since29) },
    { since: 32, check: limitNames(since32) },
  ],
};
