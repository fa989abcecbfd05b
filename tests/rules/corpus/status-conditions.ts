/** Rules of status conditions. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, int, keyed, object, oneOf, text, rejected } from "./schema.ts";

export const statusConditionsDefinition: RuledDefinition = {
  name: "status-conditions",
  spec: object(
    {
      conditions: keyed(
        ["type"],
        object(
          {
            "type!": text(30, "self.matches('^[A-Z][A-Za-z]*$')"),
            status: oneOf(["True", "False", "Unknown"]),
            reason: text(30, "self.size() > 0"),
            message: text(60),
            at: formatted("date-time", "self >= oldSelf"),
            generation: int("self >= 0", "self >= oldSelf"),
          },
          "has(self.status)",
          "!has(self.reason) || self.reason != self.type",
          {
            rule: "self.status == oldSelf.status || !has(self.at) || !has(oldSelf.at) || self.at > oldSelf.at",
            message: "a new status has a new time",
          },
        ),
        6,
        "self.exists(c, c.type == 'Ready')",
        {
          ...rejected(
            "self.all(c, c.type != 'Ready' || c.status != 'True' || !self.exists(d, d.type == 'Failed' && d.status == 'True'))",
          ),
          messageExpression: "'conditions disagree: ' + self.map(c, c.type + '=' + c.status).join(' ')",
        },
        "oldSelf.all(o, self.exists(n, n.type == o.type))",
      ),
      observed: int("self >= oldSelf"),
      phase: oneOf(["Pending", "Running", "Done"], "oldSelf != 'Done'", "!(self == 'Pending' && oldSelf == 'Running')"),
      replicas: int(),
      ready: int("self >= 0"),
    },
    "!has(self.ready) || has(self.replicas)",
    "!has(self.ready) || !has(self.replicas) || self.ready <= self.replicas",
    "!has(oldSelf.phase) || has(self.phase)",
  ),
  creates: [
    { conditions: [{ type: "Ready", status: "True", reason: "Ok" }], replicas: 1, ready: 1, phase: "Pending" },
    {
      conditions: [
        { type: "ready", reason: "" },
        { type: "Failed", status: "True", reason: "Failed", generation: -1 },
      ],
      ready: -1,
    },
    {
      conditions: [
        { type: "Ready", status: "True" },
        { type: "Failed", status: "True" },
      ],
      replicas: 1,
      ready: 2,
    },
  ],
  updates: [
    {
      from: {
        conditions: [
          { type: "Ready", status: "True", at: "2024-01-01T00:00:00Z", generation: 2 },
          { type: "Failed", status: "False" },
        ],
        observed: 2,
        phase: "Running",
      },
      to: [
        {
          conditions: [
            { type: "Failed", status: "False" },
            { type: "Ready", status: "False", at: "2023-01-01T00:00:00Z", generation: 1 },
          ],
        },
        { conditions: [{ type: "Ready", status: "True" }] },
        { observed: 1, phase: "Pending" },
        { phase: null },
      ],
    },
    { from: { phase: "Done" }, to: [{ phase: "Running" }, { observed: 1 }] },
  ],
};
