import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { joinRules } from "./roles.ts";
import type { PolicyRule } from "../markers/marker.ts";

const empty: PolicyRule = { groups: [], resources: [], resourceNames: [], urls: [], verbs: [] };

test("joinRules() merges rules that differ only in verbs, then those that differ only in resources", () => {
  const rules = joinRules([
    { ...empty, groups: ["core"], resources: ["pods"], verbs: ["list", "get"] },
    { ...empty, groups: [""], resources: ["pods", "services"], verbs: ["get"] },
    { ...empty, groups: [""], resources: ["services"], verbs: ["list"] },
  ]);

  assert.deepEqual(rules, [{ ...empty, groups: [""], resources: ["pods", "services"], verbs: ["get", "list"] }]);
});

test("joinRules() keeps rules apart that name different objects", () => {
  const rules = joinRules([
    { ...empty, groups: [""], resources: ["secrets"], verbs: ["get"], resourceNames: ["a"] },
    { ...empty, groups: [""], resources: ["secrets"], verbs: ["get"] },
  ]);

  assert.equal(rules.length, 2);
});

test("joinRules() returns the same rules for any order of the markers", () => {
  const rules = [
    { ...empty, groups: ["apps"], resources: ["deployments"], verbs: ["get"] },
    { ...empty, groups: ["batch"], resources: ["deployments"], verbs: ["get"] },
    { ...empty, urls: ["/a"], verbs: ["get"] },
    { ...empty, urls: ["/b"], verbs: ["get"] },
  ];

  assert.deepEqual(joinRules(rules), joinRules(rules.toReversed()));
});

const dangerous: readonly (readonly [marker: string, warning: RegExp])[] = [
  ["groups=*,resources=pods,verbs=get", /everything with "\*"/],
  ["groups=rbac.authorization.k8s.io,resources=roles,verbs=escalate", /extend its own permissions/],
  ["groups=core,resources=pods/exec,verbs=create", /access the containers/],
  ['groups="",resources=secrets,verbs=list', /read every Secret/],
  ["groups=rbac.authorization.k8s.io,resources=roles,verbs=update", /change permissions in the cluster/],
];

for (const [marker, warning] of dangerous) {
  test(`generate() warns about the rule ${marker}`, () => {
    const warnings: string[] = [];

    generateInMemory(`/** @kubebuilder:rbac:${marker} */\nexport const x = 1;`, {
      generators: [{ name: "rbac", roleName: "r" }],
      warn: ({ position, message }) => warnings.push(`${position.line}:${position.column} ${message}`),
    });

    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", warning);
    assert.match(warnings[0] ?? "", /^1:5 /);
  });
}

test("generate() does not warn about a rule that names the Secrets it reads", () => {
  const warnings: string[] = [];

  generateInMemory(
    '/** @kubebuilder:rbac:groups="",resources=secrets,resourceNames=tls,verbs=get */\nexport const x = 1;',
    {
      generators: [{ name: "rbac", roleName: "r" }],
      warn: ({ message }) => warnings.push(message),
    },
  );

  assert.deepEqual(warnings, []);
});
