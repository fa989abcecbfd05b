// The status of a Balancer.
import type { Deployment } from "@kubewright/api/apps/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { BalancerStatus } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { balancerStatus } from "./balancer-status.ts";
import type { ChildrenState } from "./balancer-status.ts";

const nowMs = Date.UTC(2026, 0, 2);

test.each<{ what: string; found: Partial<ChildrenState>; condition: object }>([
  {
    what: "the proxy does not exist",
    found: {},
    condition: { status: "False", reason: "ProxyUnavailable", message: "The proxy is not available yet" },
  },
  {
    what: "the proxy has no status",
    found: { deployment: proxy({}) },
    condition: { status: "False", reason: "ProxyUnavailable" },
  },
  {
    what: "the proxy is available",
    found: { deployment: proxy({ observedGeneration: 3, availableReplicas: 1 }) },
    condition: { status: "True", reason: "ProxyAvailable", message: "The proxy is available" },
  },
  {
    what: "the proxy's status is about an earlier spec",
    found: { deployment: proxy({ observedGeneration: 2, availableReplicas: 1 }) },
    condition: { status: "False", reason: "ProxyUnavailable" },
  },
  {
    what: "a name is taken, though the proxy is available",
    found: {
      deployment: proxy({ observedGeneration: 3, availableReplicas: 1 }),
      failures: [{ type: "Warning", reason: "NameTaken", action: "CreateObject", note: "it is taken" }],
    },
    condition: { status: "False", reason: "NameTaken", message: "it is taken" },
  },
])("the condition Ready when $what", ({ found, condition }) => {
  const status = balancerStatus(balancer(), { active: 2, obsolete: 1, failures: [], ...found }, nowMs);

  expect(status).toMatchObject({ activeBackendsNum: 2, obsoleteBackendsNum: 1, observedGeneration: 5 });
  expect(status.conditions).toMatchObject([
    { type: "Ready", observedGeneration: 5, lastTransitionTime: "2026-01-02T00:00:00Z", ...condition },
  ]);
});

test("the transition time of the condition changes only with its status, and other conditions do not change", () => {
  const since = "2025-12-01T00:00:00Z";
  const ready = {
    type: "Ready",
    status: "False",
    reason: "NameTaken",
    message: "",
    lastTransitionTime: since,
  } as const;
  const other = { ...ready, type: "Other" };

  const status = balancerStatus(
    balancer({ conditions: [other, ready] }),
    { active: 0, obsolete: 0, failures: [] },
    nowMs,
  );

  expect(status.conditions[0]).toEqual(other);
  expect(status.conditions[1]).toMatchObject({ reason: "ProxyUnavailable", lastTransitionTime: since });
});

function balancer(status: BalancerStatus = {}): Stored<Balancer> {
  return {
    apiVersion: "exposer.hliangzhao.io/v1alpha1",
    kind: "Balancer",
    metadata: { namespace: "default", name: "b", uid: "1", resourceVersion: "1", generation: 5 },
    spec: { backends: [], ports: [] },
    status,
  } as unknown as Stored<Balancer>;
}

function proxy(status: NonNullable<Deployment["status"]>): Stored<Deployment> {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "default", name: "bproxy", uid: "2", resourceVersion: "1", generation: 3 },
    status,
  } as unknown as Stored<Deployment>;
}
