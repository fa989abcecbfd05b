/** Rules of budgets. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, int, list, map, number, object, oneOf, text } from "./schema.ts";

export const budgetsDefinition: RuledDefinition = {
  name: "budgets",
  spec: object(
    {
      amount: number("self >= 0.0", "self < 1e9", "self * 100.0 == double(int(self * 100.0))"),
      currency: oneOf(["EUR", "USD"], "self == oldSelf"),
      alerts: list(number("self > 0.0 && self <= 1.5"), 4, "self.isSorted()", "self.distinct() == self"),
      split: map(
        number("self >= 0.0"),
        5,
        "self.transformList(k, v, v).sum() <= 1.0",
        "self.size() == 0 || self.exists(k, self[k] > 0.1)",
      ),
      owner: text(30, "self.matches('^[^@]+@[^@]+$')", "self.lowerAscii() == self", "self.upperAscii() != self"),
      period: object(
        { from: formatted("date-time"), to: formatted("date-time"), months: int("self >= 1 && self <= 12") },
        "has(self.months) || has(self.to)",
        "!has(self.from) || !has(self.to) || (self.to - self.from).getHours() >= 24",
        "!has(self.from) || self.from.getDate() == 1",
        "!has(self.from) || self.from.getMonth() in [0, 3, 6, 9]",
        "!has(self.to) || self.to.getMinutes() == 0 && self.to.getMilliseconds() == 0",
      ),
    },
    { rule: "!has(self.amount) || has(self.currency)", reason: "FieldValueRequired", message: "currency is needed" },
    "!has(self.alerts) || has(self.amount)",
  ),
  creates: [
    {
      amount: 10.5,
      currency: "EUR",
      alerts: [0.5, 1],
      split: { a: 0.5, b: 0.5 },
      owner: "a@b",
      period: { from: "2024-04-01T00:00:00Z", months: 3 },
    },
    { amount: 1.005, alerts: [1, 0.5, 2], split: { a: 0.9, b: 0.2, c: -1 }, owner: "A@B" },
    {
      amount: -1,
      owner: "x",
      split: { a: 0.05 },
      period: { from: "2024-05-02T00:00:00Z", to: "2024-05-02T10:30:00.5Z" },
    },
    { amount: 1e9, period: {}, alerts: [0.5, 0.5] },
    { period: { months: 13 }, alerts: [0] },
    { split: { a: 0.9, b: 0.2 } },
  ],
  updates: [{ from: { currency: "EUR" }, to: [{ currency: "USD" }, { amount: 0.25 }] }],
};
