/** Rules of probes. */
import type { RuledDefinition } from "./schema.ts";
import { atomic, int, intOrString, list, number, object, text } from "./schema.ts";

export const probesDefinition: RuledDefinition = {
  name: "probes",
  spec: object(
    {
      http: object(
        {
          path: text(40, "self.startsWith('/')"),
          port: intOrString("type(self) == int ? self > 0 && self < 65536 : self.matches('^[a-z-]+$')"),
          headers: list(
            object({ "name!": text(20), value: text(20) }),
            4,
            "self.map(h, h.name.lowerAscii()).distinct().size() == self.size()",
          ),
        },
        "has(self.port)",
      ),
      tcp: object({ port: int("self > 0") }),
      exec: object({ command: atomic(text(20), 6, "self.size() > 0", "self[0].startsWith('/')") }),
      period: int("self >= 1"),
      timeout: int("self >= 1"),
      failures: int("self >= 1"),
      delays: list(
        number("self >= 0.0"),
        4,
        "self.isSorted()",
        "self.size() == 0 || self.max() < 60.0 && self.min() > 0.1",
        "self.sum() < 100.0",
      ),
    },
    "[has(self.http), has(self.tcp), has(self.exec)].exists_one(x, x)",
    {
      rule: "!has(self.timeout) || !has(self.period) || self.timeout <= self.period",
      messageExpression: "'timeout %d is longer than the period %d'.format([self.timeout, self.period])",
      fieldPath: ".timeout",
    },
  ),
  creates: [
    { http: { path: "/", port: 80 }, period: 5, timeout: 5, delays: [0.5, 1] },
    { http: { path: "x", headers: [{ name: "A" }, { name: "a" }] }, tcp: { port: 0 }, period: 0, timeout: 3 },
    { exec: { command: [] }, failures: 0, delays: [50, -1] },
    { exec: { command: ["sh"] }, timeout: 0, delays: [10, 20, 59, 60.5] },
    { http: { port: "HTTP" } },
    { http: { port: 80, headers: [{ name: "A" }, { name: "b" }] } },
    { exec: { command: ["/bin/true"] }, failures: 3 },
    { tcp: { port: 80 } },
  ],
};
