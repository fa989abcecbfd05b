/** Rules of alerts. */
import type { RuledDefinition } from "./schema.ts";
import { also, flag, formatted, int, list, map, number, object, oneOf, set, text, rejected } from "./schema.ts";

export const alertsDefinition: RuledDefinition = {
  name: "alerts",
  spec: object(
    {
      severity: oneOf(["info", "warning", "critical"]),
      for: formatted("duration", "self < duration('24h')"),
      labels: map(text(40), 6, "self.all(k, k.matches('^[a-z_]+$'))", "!('alertname' in self)", "self.size() > 0"),
      threshold: number("self != 0.0", "self < 1e6", "string(self).size() < 8"),
      channels: list(
        object(
          {
            "type!": oneOf(["mail", "chat", "pager"]),
            to: set(text(40), 4, "self.size() > 0"),
            quiet: object(
              { from: int("self >= 0 && self < 24"), to: int("self >= 0 && self < 24") },
              "self.from != self.to",
            ),
          },
          "self.type != 'mail' || !has(self.to) || self.to.all(t, t.matches('^[^@ ]+@[^@ ]+$'))",
          {
            rule: "self.type != 'pager' || !has(self.quiet)",
            message: "pagers are never quiet",
            fieldPath: ".quiet",
            reason: "FieldValueForbidden",
          },
        ),
        4,
        {
          ...rejected("self.exists(c, c.type == 'pager') || self.size() < 3"),
          messageExpression: "'of ' + string(self.size()) + ' channels one must be a pager'",
        },
      ),
      query: text(
        120,
        "self.size() > 0",
        "!self.matches('(?i)drop')",
        "self.findAll('[(]').size() == self.findAll('[)]').size()",
        "self.find('[0-9]+') != '0'",
      ),
      paused: also(flag(), { nullable: true }),
      note: also(text(30, "self != 'todo'"), { nullable: true }),
    },
    "self.severity != 'critical' || (has(self.channels) && self.channels.exists(c, c.type == 'pager'))",
    {
      ...rejected("!has(self.__for__) || self.severity != 'critical' || self.__for__ <= duration('5m')"),
      messageExpression: "'critical alerts wait ' + string(self.__for__)",
    },
    rejected("!has(self.paused) || self.paused == null || self.paused != true || has(self.note)"),
    "self.severity != 'info' || !has(self.threshold)",
  ),
  creates: [
    {
      severity: "warning",
      for: "5m",
      labels: { team: "a" },
      threshold: 1.5,
      channels: [{ type: "mail", to: ["a@b"] }],
      query: "rate(x[5m])",
      paused: null,
      note: null,
    },
    {
      severity: "critical",
      for: "1h",
      labels: { A: "", alertname: "x" },
      threshold: 1234567.5,
      channels: [
        { type: "mail", to: ["a"], quiet: { from: 5, to: 5 } },
        { type: "chat", to: [] },
        { type: "chat", quiet: { from: 24, to: -1 } },
      ],
    },
    {
      severity: "info",
      for: "25h",
      labels: {},
      threshold: 0,
      channels: [{ type: "pager", quiet: { from: 1, to: 2 } }],
      query: "(Drop 0",
      paused: true,
    },
    { severity: "info", query: "", note: "todo", threshold: 0.123456789 },
    { severity: "info", note: "done" },
  ],
};
