import { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import { aggregatedRules } from "./cluster-role-aggregation.ts";

const pods: PolicyRule = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const jobs: PolicyRule = { apiGroups: ["batch"], resources: ["jobs"], verbs: ["get"] };
const apiVersion = "rbac.authorization.k8s.io/v1";

test.each<{ title: string; selectors: Record<string, string>[]; roles: Stored<ClusterRole>[]; expected: PolicyRule[] }>(
  [
    { title: "no selector selects nothing", selectors: [], roles: [role("a", { on: "x" }, [pods])], expected: [] },
    {
      title: "roles are ordered by name",
      selectors: [{ on: "x" }],
      roles: [role("b", { on: "x" }, [jobs]), role("a", { on: "x" }, [pods])],
      expected: [pods, jobs],
    },
    {
      title: "selectors are applied in order",
      selectors: [{ on: "y" }, { on: "x" }],
      roles: [role("a", { on: "x" }, [pods]), role("b", { on: "y" }, [jobs])],
      expected: [jobs, pods],
    },
    {
      title: "duplicate rules are removed",
      selectors: [{ on: "x" }],
      roles: [role("a", { on: "x" }, [pods]), role("b", { on: "x" }, [jobs, pods])],
      expected: [pods, jobs],
    },
    {
      title: "the role itself is excluded",
      selectors: [{ on: "x" }],
      roles: [role("self", { on: "x" }, [jobs]), role("a", { on: "x" }, [pods])],
      expected: [pods],
    },
  ],
)("aggregatedRules(): $title", ({ selectors, roles, expected }) => {
  const self: ClusterRole = {
    metadata: { name: "self" },
    aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) },
    rules: [],
  };

  expect(aggregatedRules(self, roles)).toEqual(expected);
});

test("a role that is added, changed or deleted changes the roles that select it", async () => {
  await using cluster = await startTestCluster(["clusterrole-aggregation-controller"]);
  const { client } = cluster;
  const all = { name: "all" };
  const selector = { matchLabels: { on: "x" } };
  await client.create(ClusterRole, {
    apiVersion,
    metadata: all,
    aggregationRule: { clusterRoleSelectors: [selector] },
    rules: [],
  });

  const part = await client.create(ClusterRole, {
    apiVersion,
    metadata: { name: "part", labels: { on: "x" } },
    rules: [pods],
  });
  await cluster.until(ClusterRole, all, (found) => found?.rules?.[0]?.resources?.[0] === "pods");
  await client.update(ClusterRole, { ...part, rules: [jobs] });
  await cluster.until(
    ClusterRole,
    all,
    (found) => found?.rules?.length === 1 && found.rules[0]?.resources?.[0] === "jobs",
  );
  await client.delete(ClusterRole, { name: "part" });

  const empty = await cluster.until(ClusterRole, all, (found) => (found?.rules ?? []).length === 0);
  expect(empty).toBeDefined();
});

function role(
  name: string,
  labels: Readonly<Record<string, string>>,
  rules: readonly PolicyRule[],
): Stored<ClusterRole> {
  return { apiVersion, kind: "ClusterRole", metadata: { name, labels }, rules } as unknown as Stored<ClusterRole>; // The fields that are read.
}
