/** Rules of schedules. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, list, object, set, text } from "./schema.ts";

export const schedulesDefinition: RuledDefinition = {
  name: "schedules",
  spec: object(
    {
      zone: text(30, "self in ['UTC', 'Europe/Berlin', 'America/New_York']"),
      times: list(
        formatted("date-time", "self.getMilliseconds() == 0"),
        4,
        "self.isSorted()",
        "self.size() < 2 || self[1] - self[0] >= duration('1h')",
        "self.all(t, t.getFullYear('Asia/Tokyo') >= 2000)",
      ),
      every: formatted(
        "duration",
        "self.getSeconds() > 0",
        "self != duration('1m30s')",
        "duration('24h').getSeconds() % self.getSeconds() == 0",
      ),
      jitter: formatted("duration"),
      skip: set(
        text(10),
        4,
        "self.all(s, s.matches('^[0-9]{2}-[0-9]{2}$'))",
        "self.all(s, int(s.substring(0, 2)) <= 12)",
      ),
      offset: text(10, "duration(self) >= duration('-12h')"),
      first: formatted("date", "self == oldSelf", "timestamp('2030-01-01T00:00:00Z') > self"),
    },
    "!has(self.jitter) || has(self.every)",
    "!has(self.jitter) || !has(self.every) || self.jitter + self.jitter < self.every",
    "!has(self.first) || !has(self.times) || self.times.all(t, t >= self.first)",
  ),
  creates: [
    {
      zone: "UTC",
      times: ["2024-01-01T00:00:00Z", "2024-01-01T02:00:00Z"],
      every: "2h",
      jitter: "10m",
      skip: ["12-24"],
      offset: "1h",
      first: "2023-01-01",
    },
    {
      zone: "x",
      times: ["2024-01-01T00:00:00.5Z", "2024-01-01T00:10:00Z"],
      every: "1m30s",
      jitter: "1m",
      skip: ["x"],
      offset: "x",
    },
    {
      times: ["1999-01-01T00:00:00Z", "1998-01-01T00:00:00Z"],
      every: "7h",
      skip: ["99-01"],
      offset: "-13h",
      first: "2031-01-01",
    },
    { jitter: "1s" },
    { every: "0s" },
  ],
  updates: [{ from: { first: "2024-01-01" }, to: [{ first: "2024-01-02" }, { zone: "UTC" }] }],
};
