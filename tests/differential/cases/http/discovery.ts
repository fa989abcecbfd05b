/** Discovery of the served kinds. Whole lists of groups are omitted, because the installed CRDs differ from run to run. */
import { cases, comparing, get } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const beta = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";
const named = ["cache-control", "vary", "etag"];

/** All built-in groups, in the order of the server. */
const builtinGroups = [
  "apiregistration.k8s.io",
  "apps",
  "events.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "networking.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "scheduling.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
  "discovery.k8s.io",
  "resource.k8s.io",
  "flowcontrol.apiserver.k8s.io",
];

function discover(path: string, accept = "application/json"): DifferentialRequest {
  return comparing(named, get(path, { accept }));
}

export const discoveryCases: readonly DifferentialCase[] = cases("discovery", {
  core: [discover("/api/v1")],
  ...Object.fromEntries(
    builtinGroups.map((group) => [
      group.replaceAll(".", "-"),
      [discover(`/apis/${group}`), discover(`/apis/${group}/v1`)],
    ]),
  ),
  "autoscaling-second": [discover("/apis/autoscaling/v2")],
  custom: [
    discover("/apis/myjob.github.com"),
    discover("/apis/myjob.github.com/v1beta1"),
    discover("/apis/x.io"),
    discover("/apis/apps/v1/"),
  ],
  aggregated: [
    discover("/api", aggregated),
    discover("/api", `${aggregated},${beta},application/json`),
    comparing(named, get("/api", { accept: aggregated, "if-none-match": "{{0.headers.etag}}" })),
  ],
  forms: [
    discover("/api", beta),
    discover("/apis", beta),
    discover("/api", `${beta},application/json`),
    discover("/api", "text/html"),
    discover("/apis/node.k8s.io", "application/yaml"),
    discover("/api/v1", aggregated),
    discover("/apis/apps", "text/html"),
    discover("/api", "*/*"),
  ],
});
