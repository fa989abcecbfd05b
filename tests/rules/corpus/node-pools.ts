/** Rules of node pools. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, int, intOrString, keyed, list, map, object, oneOf, text } from "./schema.ts";

export const nodePoolsDefinition: RuledDefinition = {
  name: "node-pools",
  spec: object(
    {
      requirements: list(
        object(
          {
            "key!": text(60),
            operator: oneOf(["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]),
            values: list(text(20), 6),
            minValues: int("self >= 1", "self <= 50"),
          },
          "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : true",
          "self.operator in ['Gt', 'Lt'] ? has(self.values) && self.values.size() == 1 && self.values[0].matches('^[0-9]+$') : true",
          "self.operator in ['Exists', 'DoesNotExist'] ? !has(self.values) || self.values.size() == 0 : true",
          {
            rule: "has(self.minValues) && self.operator == 'In' && has(self.values) ? self.values.size() >= self.minValues : true",
            message: "minValues must not exceed the number of values",
          },
          {
            rule: "!(self.key in ['example.com/pool', 'example.com/hash'])",
            reason: "FieldValueForbidden",
            fieldPath: ".key",
          },
          "self.key.split('/').size() <= 2",
        ),
        8,
      ),
      limits: map(
        intOrString(
          "isQuantity(string(self))",
          "!isQuantity(string(self)) || !quantity(string(self)).isLessThan(quantity('0'))",
        ),
        4,
        "self.all(k, k in ['cpu', 'memory', 'gpu'])",
      ),
      weight: int("self >= 1", "self <= 100"),
      disruption: object(
        {
          after: text(10, "self == 'Never' || self.matches('^([0-9]+(s|m|h))+$')"),
          policy: oneOf(["WhenEmpty", "WhenUnderutilized"]),
          budgets: list(
            object(
              {
                nodes: text(5, "self.matches('^([0-9]+|[0-9]{1,2}%|100%)$')"),
                schedule: text(30, "self.split(' ').size() == 5 || self.startsWith('@')"),
                duration: formatted("duration"),
              },
              "has(self.schedule) == has(self.duration)",
              "!has(self.duration) || self.duration.getSeconds() % 60 == 0",
            ),
            4,
          ),
        },
        "has(self.after) ? self.policy == 'WhenEmpty' || self.after != 'Never' : true",
      ),
      taints: keyed(
        ["key", "effect"],
        object({ "key!": text(30), "effect!": oneOf(["NoSchedule", "NoExecute"]), value: text(20) }),
        4,
        { rule: "self == oldSelf", message: "taints are immutable" },
        "self.all(t, t.key != 'node.kubernetes.io/not-ready')",
      ),
    },
    "!has(self.weight) || has(self.requirements)",
  ),
  creates: [
    {
      requirements: [
        { key: "arch", operator: "In", values: ["amd64"], minValues: 1 },
        { key: "cpu", operator: "Gt", values: ["4"] },
      ],
      limits: { cpu: 10, memory: "4Gi" },
      weight: 5,
      disruption: { after: "30s", policy: "WhenEmpty" },
    },
    {
      requirements: [
        { key: "a/b/c", operator: "In" },
        { key: "example.com/pool", operator: "Gt", values: ["x"] },
        { key: "a", operator: "Exists", values: ["b"] },
        { key: "a", operator: "In", values: ["b"], minValues: 60 },
      ],
    },
    {
      limits: { disk: "1x", cpu: -1 },
      weight: 0,
      taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }],
    },
    {
      weight: 101,
      disruption: {
        after: "1d",
        budgets: [
          { nodes: "101%", schedule: "* *" },
          { nodes: "50%", schedule: "@daily", duration: "90s" },
        ],
      },
    },
    { disruption: { after: "Never", policy: "WhenUnderutilized" } },
    { requirements: [{ key: "a", operator: "In", values: ["b"], minValues: 0 }] },
  ],
  updates: [
    {
      from: {
        taints: [
          { key: "a", effect: "NoExecute" },
          { key: "b", effect: "NoExecute" },
        ],
      },
      to: [
        {
          taints: [
            { key: "b", effect: "NoExecute" },
            { key: "a", effect: "NoExecute" },
          ],
        },
        {
          taints: [
            { key: "a", effect: "NoExecute", value: "x" },
            { key: "b", effect: "NoExecute" },
          ],
        },
        { taints: null },
      ],
    },
  ],
};
