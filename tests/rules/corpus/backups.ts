/** Rules of backups. */
import type { RuledDefinition } from "./schema.ts";
import { also, formatted, list, object, oneOf, set, text, rejected } from "./schema.ts";

export const backupsDefinition: RuledDefinition = {
  name: "backups",
  spec: object(
    {
      schedule: text(40, {
        rule: "self.startsWith('@') || self.matches('^([0-9*/,-]+ ){4}[0-9*/,-]+$')",
        message: "must be a cron expression",
      }),
      start: formatted("date-time", "self > timestamp('2000-01-01T00:00:00Z')", "self.getSeconds('UTC') == 0", {
        rule: "self.getDayOfWeek('Europe/Berlin') != 0",
        message: "must not be a Sunday in Berlin",
      }),
      until: formatted("date", "self.getFullYear() < 2100", "self.getDayOfMonth() < 28"),
      retention: formatted("duration", "self >= duration('24h')", "self.getHours() <= 24 * 365", {
        ...rejected("self >= oldSelf"),
        messageExpression: "'retention cannot be reduced from ' + string(oldSelf) + ' to ' + string(self)",
      }),
      key: formatted("byte", "self.size() == 16 || self.size() == 32", "self != b'0000000000000000'"),
      include: set(text(30), 6, "!('*' in self) || self.size() == 1"),
      exclude: set(text(30), 6),
      hooks: list(
        object({ name: text(20), timeout: formatted("duration"), onError: oneOf(["Fail", "Continue"]) }),
        4,
        "self.map(h, has(h.timeout) ? h.timeout : duration('30s')).sum() <= duration('10m')",
        "self.all(h, has(h.name))",
      ),
      id: also(formatted("uuid", "self == oldSelf", "self.charAt(14) == '4'"), { maxLength: 36 }),
    },
    "has(self.start) && has(self.until) ? self.start < self.until : true",
    "has(self.start) && has(self.until) ? self.until - self.start <= duration('8760h') : true",
    "has(self.include) && has(self.exclude) ? !sets.intersects(self.include, self.exclude) : true",
    {
      rule: "!has(self.schedule) || has(self.retention)",
      fieldPath: ".retention",
      reason: "FieldValueRequired",
      message: "is needed with a schedule",
    },
    "!has(self.until) || !has(self.retention) || self.until + self.retention > timestamp('2024-01-01T00:00:00Z')",
  ),
  creates: [
    {
      schedule: "0 1 * * *",
      retention: "48h",
      start: "2024-05-06T10:00:00Z",
      until: "2024-06-01",
      key: "YWFhYWFhYWFhYWFhYWFhYQ==",
      include: ["a"],
      id: "123e4567-e89b-42d3-a456-426614174000",
    },
    { schedule: "daily", start: "1999-01-03T23:30:01Z", until: "1998-12-31", key: "MDAwMDAwMDAwMDAwMDAwMA==" },
    {
      retention: "1h",
      until: "2100-01-30",
      include: ["*", "a"],
      exclude: ["a"],
      id: "123e4567-e89b-12d3-a456-426614174000",
      key: "YQ==",
    },
    {
      retention: "9000h",
      start: "2024-01-01T00:00:00Z",
      until: "2026-01-01",
      hooks: [{ timeout: "10m" }, { name: "b" }],
    },
    { until: "2020-01-01", retention: "24h", start: "2019-12-31T23:30:00-01:00" },
    { hooks: [{ name: "a", timeout: "1m" }], start: "2024-05-04T22:30:00Z" },
  ],
  updates: [
    {
      from: { retention: "72h", id: "123e4567-e89b-42d3-a456-426614174000" },
      to: [{ retention: "48h" }, { id: "223e4567-e89b-42d3-a456-426614174000" }, { retention: "96h" }],
    },
  ],
};
