import assert from "node:assert/strict";
import { test } from "vitest";
import type { PolicyRule } from "../../authorization/rules.ts";
import { rulesOf } from "../../authorization/rules.ts";
import { describeRights } from "./describe-rights.ts";
import { missingRights } from "./rule-coverage.ts";

type Rule = Partial<PolicyRule>;

function missing(held: readonly Rule[], wanted: readonly Rule[]): readonly string[] {
  return describeRights(missingRights(rulesOf({ rules: held }), rulesOf({ rules: wanted })));
}

const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };

test.for<[string, readonly Rule[], readonly Rule[]]>([
  ["no rules without rules", [], []],
  ["a rule by itself", [pods], [pods]],
  [
    "a rule by a rule with more verbs and resources",
    [{ ...pods, resources: ["pods", "nodes"], verbs: ["list", "get"] }],
    [pods],
  ],
  ["a rule by several rules together", [pods, { ...pods, verbs: ["list"] }], [{ ...pods, verbs: ["get", "list"] }]],
  ["verbs, groups and resources by wildcards", [everything], [{ apiGroups: ["a"], resources: ["b/c"], verbs: ["d"] }]],
  ["wildcards by wildcards", [everything], [everything]],
  ["a subresource by itself", [{ ...pods, resources: ["pods/log"] }], [{ ...pods, resources: ["pods/log"] }]],
  [
    "a subresource by that of every resource",
    [{ ...pods, resources: ["*/scale"] }],
    [{ ...pods, resources: ["a/scale"] }],
  ],
  ["names by the rule for all names", [pods], [{ ...pods, resourceNames: ["a", "b"] }]],
  ["a name by one of several", [{ ...pods, resourceNames: ["a", "b"] }], [{ ...pods, resourceNames: ["b"] }]],
  ["a path by itself", [{ nonResourceURLs: ["/a"], verbs: ["get"] }], [{ nonResourceURLs: ["/a"], verbs: ["get"] }]],
  [
    "a path by its prefix with a wildcard",
    [{ nonResourceURLs: ["/a/*"], verbs: ["get"] }],
    [{ nonResourceURLs: ["/a/b"], verbs: ["get"] }],
  ],
  [
    "a prefix by a shorter prefix",
    [{ nonResourceURLs: ["/a*"], verbs: ["get"] }],
    [{ nonResourceURLs: ["/ab/*"], verbs: ["get"] }],
  ],
  [
    "paths by a wildcard",
    [{ nonResourceURLs: ["*"], verbs: ["*"] }],
    [{ nonResourceURLs: ["/a", "*"], verbs: ["get"] }],
  ],
  ["a rule without API groups, which grants nothing", [], [{ resources: ["pods"], verbs: ["get"] }]],
])("missingRights() finds nothing missing for %s", ([, held, wanted]) => {
  assert.deepEqual(missing(held, wanted), []);
});

test.for<[string, readonly Rule[], readonly Rule[], readonly string[]]>([
  ["nothing is held", [], [pods], ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}']],
  [
    "a verb is not held",
    [pods],
    [{ ...pods, verbs: ["get", "list"] }],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["list"]}'],
  ],
  [
    "the wildcard is wanted, and only all existing rights are held",
    [{ ...pods, verbs: ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] }],
    [{ ...pods, verbs: ["*"] }],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["*"]}'],
  ],
  [
    "the group differs",
    [pods],
    [{ ...pods, apiGroups: ["apps"] }],
    ['{APIGroups:["apps"], Resources:["pods"], Verbs:["get"]}'],
  ],
  [
    "only the resource is held, not its subresource",
    [pods],
    [{ ...pods, resources: ["pods/log"] }],
    ['{APIGroups:[""], Resources:["pods/log"], Verbs:["get"]}'],
  ],
  [
    "a subresource without a name is wanted",
    [pods],
    [{ ...pods, resources: ["pods/"] }],
    ['{APIGroups:[""], Resources:["pods/"], Verbs:["get"]}'],
  ],
  [
    "one name is held and all are wanted",
    [{ ...pods, resourceNames: ["a"] }],
    [pods],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
  ],
  [
    "one name is held and another is wanted",
    [{ ...pods, resourceNames: ["a"] }],
    [{ ...pods, resourceNames: ["a", "b"], verbs: ["get", "list"] }],
    [
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["list"]}',
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get" "list"]}',
    ],
  ],
  [
    "every resource is held, and a path is wanted",
    [everything],
    [{ nonResourceURLs: ["/b", "/a"], verbs: ["get", "post"] }],
    [
      '{NonResourceURLs:["/a"], Verbs:["get"]}',
      '{NonResourceURLs:["/a"], Verbs:["post"]}',
      '{NonResourceURLs:["/b"], Verbs:["get"]}',
      '{NonResourceURLs:["/b"], Verbs:["post"]}',
    ],
  ],
  [
    "paths with one prefix are held, and others are wanted",
    [{ nonResourceURLs: ["/a/*"], verbs: ["get"] }],
    [{ nonResourceURLs: ["/a*"], verbs: ["get"] }],
    ['{NonResourceURLs:["/a*"], Verbs:["get"]}'],
  ],
  [
    "two rules want the same right",
    [],
    [pods, { ...pods, verbs: ["list", "get"] }],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list" "get"]}'],
  ],
  [
    "strings have to be quoted",
    [],
    [{ ...pods, resources: ['sécrets\u0001"<'] }],
    [String.raw`{APIGroups:[""], Resources:["sécrets\x01\"<"], Verbs:["get"]}`],
  ],
])("missingRights() finds the missing rights if %s", ([, held, wanted, expected]) => {
  assert.deepEqual(missing(held, wanted), expected);
});
