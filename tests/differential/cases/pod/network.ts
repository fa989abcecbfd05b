/** Names and addresses of a Pod, and its other plain fields. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { trySpecs } from "./requests.ts";

export const podNetworkCases: readonly DifferentialCase[] = cases("pod-network", {
  dns: trySpecs(
    { dnsPolicy: "Odd" },
    { dnsPolicy: "None" },
    { dnsPolicy: "None", dnsConfig: {} },
    { dnsConfig: { nameservers: ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"] } },
    { dnsConfig: { nameservers: ["a", "1.1.1", "010.1.1.1", "::ffff:1.2.3.4"] } },
    { dnsConfig: { searches: Array.from({ length: 33 }, (_, index) => `s${index}`) } },
    {
      dnsConfig: {
        searches: Array.from(
          { length: 12 },
          (_, index) => `${"s".repeat(60)}.${"t".repeat(60)}.${"u".repeat(60)}.s${index}`,
        ),
      },
    },
    { dnsConfig: { searches: ["a b", "_a.b.", ".", "A"] } },
    { dnsConfig: { options: [{ name: "" }, { value: "1" }] } },
  ),
  "host-names": trySpecs(
    { hostname: "A_", subdomain: "B_" },
    { hostname: "h".repeat(64) },
    { hostnameOverride: "A_" },
    { hostnameOverride: "" },
    { hostnameOverride: "a".repeat(65), setHostnameAsFQDN: true },
    { hostnameOverride: "a", hostNetwork: true },
  ),
  "host-aliases": trySpecs(
    { hostAliases: [{ ip: "a", hostnames: ["A_", "b"] }] },
    { hostAliases: [{ ip: "" }] },
    { hostAliases: [{ ip: "010.0.0.1" }] },
    { hostAliases: [{ ip: "::ffff:1.2.3.4" }] },
  ),
  names: trySpecs(
    { serviceAccountName: "A_" },
    { priorityClassName: "A_" },
    { runtimeClassName: "A_" },
    { imagePullSecrets: [{ name: "" }] },
  ),
  numbers: trySpecs(
    { activeDeadlineSeconds: 0 },
    { activeDeadlineSeconds: 2_147_483_648 },
    { restartPolicy: "Odd" },
    { restartPolicy: "" },
    { terminationGracePeriodSeconds: -5 },
  ),
});
