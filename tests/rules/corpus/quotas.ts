/** Rules of quotas. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, intOrString, list, map, object, oneOf, set, rejected } from "./schema.ts";

export const quotasDefinition: RuledDefinition = {
  name: "quotas",
  spec: object(
    {
      hard: map(
        intOrString("type(self) == string ? isQuantity(self) : self >= 0"),
        8,
        "self.all(k, k.size() < 30)",
        "!('pods' in self) || type(self.pods) == int",
      ),
      used: map(intOrString(), 8),
      scopes: set(
        oneOf(["BestEffort", "NotBestEffort", "Terminating"]),
        3,
        "!('BestEffort' in self && 'NotBestEffort' in self)",
        { rule: "self == oldSelf", message: "scopes are immutable" },
      ),
      windows: list(
        object(
          { start: formatted("date-time"), end: formatted("date-time") },
          "!has(self.start) || !has(self.end) || self.start <= self.end",
          "!has(self.start) || self.start.getHours('Asia/Tokyo') >= 6",
        ),
        3,
        "self.size() < 2 || self[0].start < self[1].start",
      ),
    },
    "!has(self.used) || has(self.hard)",
    "!has(self.used) || self.used.all(k, k in self.hard)",
    {
      ...rejected(
        "!has(self.used) || !has(self.hard) || self.used.all(k, v, !(k in self.hard) || type(v) != type(self.hard[k]) || type(v) != int || int(v) <= int(self.hard[k]))",
      ),
      messageExpression: "self.used.map(k, k).join(',') + ' exceed the quota'",
    },
  ),
  creates: [
    {
      hard: { pods: 3, cpu: "1" },
      used: { pods: 3 },
      scopes: ["BestEffort"],
      windows: [{ start: "2024-01-01T00:00:00Z", end: "2024-01-02T00:00:00Z" }],
    },
    { hard: { pods: "3", cpu: "x", "a-very-long-name-of-a-resource-kind": -1 }, used: { memory: 1 } },
    { used: { a: 1 } },
    {
      hard: { a: 1 },
      used: { a: 2 },
      scopes: ["BestEffort", "NotBestEffort"],
      windows: [{ start: "2024-01-01T20:00:00Z", end: "2023-01-02T00:00:00Z" }, {}],
    },
  ],
  updates: [
    {
      from: { scopes: ["BestEffort", "Terminating"] },
      to: [{ scopes: ["Terminating", "BestEffort"] }, { scopes: ["Terminating"] }, { scopes: null }],
    },
  ],
};
