/** Rules of feature flags. */
import type { RuledDefinition } from "./schema.ts";
import { also, atomic, formatted, free, int, map, object, oneOf, text } from "./schema.ts";

export const featureFlagsDefinition: RuledDefinition = {
  name: "feature-flags",
  spec: object(
    {
      key: text(30, "self.matches('^[a-z][a-z0-9_-]+$')", "self == oldSelf"),
      variants: map(also(free(), {}), 5, "self.size() >= 2"),
      default: text(20),
      kind: oneOf(["boolean", "string"]),
      rollout: map(int("self >= 0"), 5, "self.transformList(k, v, v).sum() == 100", "self.all(k, k != '')"),
      rules: atomic(
        object(
          { segment: text(20), variant: text(20), from: formatted("date"), to: formatted("date") },
          "!has(self.from) || !has(self.to) || self.from < self.to",
          "!has(self.from) || self.from.getDayOfYear() < 365",
          "has(self.variant)",
        ),
        4,
        "self.map(r, r.?segment.orValue('')).all(s, s != 'all') || self.last().?segment.orValue('') == 'all'",
      ),
    },
    { rule: "!has(self.default) || (has(self.variants) && self.default in self.variants)", fieldPath: ".default" },
    "!has(self.rollout) || !has(self.variants) || self.rollout.all(v, v in self.variants)",
    "!has(self.rules) || !has(self.variants) || self.rules.all(r, !has(r.variant) || r.variant in self.variants)",
  ),
  creates: [
    {
      key: "a-b",
      variants: { on: {}, off: {} },
      default: "on",
      rollout: { on: 50, off: 50 },
      rules: [
        { segment: "x", variant: "on", from: "2024-01-01", to: "2024-02-01" },
        { segment: "all", variant: "off" },
      ],
    },
    {
      key: "A",
      variants: { on: {} },
      default: "off",
      rollout: { "": 50, on: -1 },
      rules: [{ segment: "all" }, { segment: "b", variant: "z", from: "2024-12-31", to: "2024-01-01" }],
    },
    { rollout: {} },
  ],
  updates: [{ from: { key: "ab" }, to: [{ key: "ac" }, { kind: "string" }] }],
};
