// Section 2.4, requirements of the server: subresources.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.4",
  title: "Subresources",
  lines: [
    {
      id: "2.4/status",
      priority: "P0",
      text: "status is read, replaced and patched for kinds that have it, and is not found for others",
      cases: ["subresource-status", "subresource-no-status"],
    },
    {
      id: "2.4/scale",
      priority: "P0",
      text: "scale reads and sets the replicas of workloads, with the version of its parent",
      cases: ["subresource-scale", "subresource-scale-of-other-kinds", "subresource-scale-unknown-field"],
    },
    {
      id: "2.4/binding",
      priority: "P0",
      text: "A binding assigns a Pod to a node once, with both paths",
      cases: ["subresource-binding", "subresource-binding-of-the-namespace"],
    },
    {
      id: "2.4/eviction",
      priority: "P1",
      text: "An eviction deletes a Pod unless its budget forbids that, or the budget has not been processed yet",
      cases: ["subresource-eviction", "subresource-eviction-blocked", "subresource-eviction-unprocessed-budget"],
    },
    {
      id: "2.4/token",
      priority: "P0",
      text: "A service account can request tokens with a limited lifetime",
      cases: ["subresource-token"],
      tests: [
        "packages/apiserver/src/service-accounts/token-issuer.test.ts > a token authenticates its service account for an hour by default",
      ],
    },
    {
      id: "2.4/log",
      priority: "P1",
      text: "The log of a Pod without a node is empty; unknown containers and Pods and invalid options are rejected",
      cases: ["subresource-pod-log", "subresource-pod-log-containers"],
    },
    {
      id: "2.4/streams",
      priority: "P1",
      text: "exec, attach and port-forward need a node; commands use WebSockets",
      cases: ["subresource-pod-streams", "subresource-pod-log-containers"],
      tests: [
        "packages/apiserver/src/connections/connections.test.ts > a command receives its arguments and input, writes to its channels, and returns its exit code",
      ],
    },
    {
      id: "2.4/finalize",
      priority: "P1",
      text: "finalize of a namespace sets its finalizers",
      cases: ["subresource-finalize"],
    },
    {
      id: "2.4/pod-subresources",
      priority: "P1",
      text: "ephemeralcontainers adds debug containers, resize changes CPU and memory",
      cases: ["subresource-ephemeral-containers", "subresource-resize"],
    },
    {
      id: "2.4/proxies",
      priority: "P1",
      text: "Proxies are in discovery, and their errors contain the unreachable target",
      cases: ["discovery-core", "subresource-service-proxy", "subresource-node-proxy", "subresource-pod-streams"],
    },
  ],
};
