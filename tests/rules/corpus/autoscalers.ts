/** Rules of autoscalers. */
import type { RuledDefinition } from "./schema.ts";
import { int, list, map, object, oneOf, text, rejected } from "./schema.ts";

export const autoscalersDefinition: RuledDefinition = {
  name: "autoscalers",
  spec: object(
    {
      min: int("self >= 0"),
      max: int("self >= 1"),
      metrics: list(
        object(
          {
            type: oneOf(["Cpu", "Memory", "Queue"]),
            target: int(),
            percent: int("self in [50, 60, 70, 80, 90]"),
            queue: text(30),
          },
          "has(self.target) != has(self.percent)",
          "self.type != 'Queue' || has(self.queue)",
          {
            rule: "self.type == 'Queue' || !has(self.queue)",
            reason: "FieldValueInvalid",
            message: "is only for queues",
            fieldPath: ".queue",
          },
          "!has(self.percent) || self.type != 'Queue'",
        ),
        4,
        "self.map(m, m.type).distinct().size() == self.size()",
      ),
      behavior: map(
        object({
          window: int("self >= 0", "self <= 3600"),
          policies: list(object({ value: int("self > 0"), seconds: int() }, "self.value <= self.seconds"), 3),
        }),
        2,
        "self.all(k, k in ['up', 'down'])",
        "!has(self.up) || !has(self.down) || !has(self.up.window) || !has(self.down.window) || self.up.window <= self.down.window",
      ),
    },
    {
      ...rejected("!has(self.min) || !has(self.max) || self.min <= self.max"),
      messageExpression: "string(self.min) + ' > ' + string(self.max)",
    },
    "!has(self.min) || self.min > 0 || (has(self.metrics) && self.metrics.exists(m, m.type == 'Queue'))",
    { rule: "!has(self.max) || !has(oldSelf.max) || self.max <= oldSelf.max * 2", message: "max can double at most" },
  ),
  creates: [
    {
      min: 1,
      max: 3,
      metrics: [{ type: "Cpu", percent: 50 }],
      behavior: { up: { window: 0, policies: [{ value: 1, seconds: 60 }] } },
    },
    {
      min: 5,
      max: 3,
      metrics: [
        { type: "Queue", percent: 55 },
        { type: "Queue", target: 1, percent: 50, queue: "a" },
        { type: "Cpu", queue: "x" },
      ],
    },
    {
      min: -1,
      max: 0,
      behavior: { side: {}, up: { window: 4000, policies: [{ value: 0, seconds: -1 }] }, down: { window: -1 } },
    },
  ],
  updates: [{ from: { max: 2 }, to: [{ max: 5 }, { max: 4 }] }],
};
