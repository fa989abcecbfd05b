// The generated roles have exactly the permissions that the operators need, without wildcards.
import { readFile } from "node:fs/promises";
import type { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { readCrds } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { application } from "./application.ts";
import { balancerInCluster } from "./balancer.ts";
import { crddemo } from "./crddemo.ts";
import { differencesOf } from "./end-state.ts";
import { myJob } from "./my-job.ts";
import { runSubject } from "./run.ts";
import type { Subject } from "./subject.ts";

const subjects: readonly { readonly example: string; readonly subject: Subject }[] = [
  { example: "myjob", subject: myJob },
  { example: "balancer", subject: balancerInCluster },
  { example: "crddemo", subject: crddemo },
  { example: "i-operator", subject: application },
];

test.for(subjects)(
  "$example comes to the same with the rights of its generated role alone",
  async ({ example, subject }) => {
    const prepared = { ...subject, crds: await readCrds(subject.crds) };

    const free = await runSubject(prepared);
    const bound = await runSubject({ ...prepared, rights: await rolesOf(example) });

    expect(bound.failures).toEqual([]);
    for (const [title, expected] of free.states)
      expect(differencesOf(expected, bound.states.get(title) ?? {})).toEqual([]);
  },
);

test.for(subjects)(
  "without any one of its rules, $example does not reach the same state",
  { timeout: 120_000 },
  async ({ example, subject }: (typeof subjects)[number]) => {
    const prepared = { ...subject, crds: await readCrds(subject.crds) };
    const free = await runSubject(prepared);
    const roles = await rolesOf(example);

    const needless: string[] = [];
    for (const [index, rule] of (roles[0]?.rules ?? []).entries()) {
      const name = `${rule.apiGroups?.join()}/${rule.resources?.join()}`;
      if (unseen.has(rule.resources?.join() ?? "")) continue;
      const without = roles.map((role) => ({ ...role, rules: role.rules?.toSpliced(index, 1) ?? [] }));
      const bound = await runSubject({ ...prepared, rights: without });
      const differs = [...free.states].some(
        ([title, state]) => differencesOf(state, bound.states.get(title) ?? {}).length > 0,
      );
      if (!differs && bound.failures.length === 0) needless.push(name);
    }

    expect(needless).toEqual([]);
  },
);

test.for(subjects)("the role of $example names its groups, resources and verbs", async ({ example }) => {
  const rules = (await rolesOf(example)).flatMap(({ rules: own }) => own ?? []);

  expect(rules.length).toBeGreaterThan(1);
  expect(
    rules.flatMap(({ apiGroups = [], resources = [], verbs = [] }) => [...apiGroups, ...resources, ...verbs]),
  ).not.toContain("*");
});

/**
 * Resources whose permissions do not change an end state. Events are not part of it, and OwnerReferencesPermissionEnforcement requires that for finalizers. Only
 * the program of i-operator, which its own tests start, writes certificates into webhook configurations and its CRD.
 */
const unseen: ReadonlySet<string> = new Set([
  "mutatingwebhookconfigurations",
  "validatingwebhookconfigurations",
  "customresourcedefinitions",
  "events",
  "myjobs/finalizers",
  "balancers/finalizers",
  "applications/finalizers",
]);

async function rolesOf(example: string): Promise<readonly ClusterRole[]> {
  const file = new URL(`../../examples/${example}/config/rbac/role.yaml`, import.meta.url);
  return parseAllDocuments(await readFile(file, "utf8"))
    .map((document) => document.toJS() as ClusterRole)
    .filter(({ kind }) => kind === "ClusterRole");
}
