/** Rules of dns records. */
import type { RuledDefinition } from "./schema.ts";
import { int, list, object, oneOf, text, rejected } from "./schema.ts";

export const dnsRecordsDefinition: RuledDefinition = {
  name: "dns-records",
  spec: object(
    {
      "type!": oneOf(["A", "AAAA", "CNAME", "TXT", "MX"]),
      ttl: int("self >= 60", "self % 60 == 0", {
        ...rejected("self <= 86400"),
        messageExpression: "'ttl is ' + string(self / 3600) + ' hours, must be a day at most'",
      }),
      values: list(text(100), 6, "self.distinct().size() == self.size()"),
      name: text(
        100,
        "self.lowerAscii() == self",
        "!self.startsWith('.') && !self.endsWith('.')",
        "self.split('.').all(p, p.size() > 0)",
        "self.replace('.', '').matches('^[a-z0-9-]*$')",
      ),
      priority: int(),
    },
    "self.type != 'A' || !has(self.values) || self.values.all(v, isIP(v) && ip(v).family() == 4)",
    "self.type != 'AAAA' || !has(self.values) || self.values.all(v, isIP(v) && ip(v).family() == 6)",
    "self.type != 'CNAME' || !has(self.values) || self.values.size() == 1",
    { rule: "self.type == 'MX' || !has(self.priority)", reason: "FieldValueForbidden", fieldPath: ".priority" },
    { rule: "self.type != 'MX' || has(self.priority)", reason: "FieldValueRequired", fieldPath: ".priority" },
    {
      ...rejected(
        "self.type != 'TXT' || !has(self.values) || self.values.all(v, v.startsWith('\"') && v.endsWith('\"'))",
      ),
      messageExpression: "'unquoted: ' + self.values.filter(v, !v.startsWith('\"')).join(', ')",
    },
    { rule: "self.type == oldSelf.type", message: "type is immutable" },
    { rule: "!has(oldSelf.name) || has(self.name)", message: "name cannot be removed" },
    {
      rule: "!has(oldSelf.name) || !has(self.name) || self.name == oldSelf.name",
      messageExpression: "'name was ' + oldSelf.name",
    },
  ),
  creates: [
    { type: "A", values: ["10.0.0.1"], name: "a.b", ttl: 120 },
    { type: "A", values: ["::1", "::1"], name: ".A.", ttl: 61, priority: 1 },
    { type: "AAAA", values: ["10.0.0.1"], ttl: 90060, name: "a..b" },
    { type: "CNAME", values: [], name: "a_b" },
    { type: "TXT", values: ["x", '"y"', "z"] },
    { type: "MX" },
    { type: "A", ttl: 30 },
  ],
  updates: [
    {
      from: { type: "A", name: "a" },
      to: [{ type: "AAAA" }, { name: null }, { name: "b", values: ["x"] }, { ttl: 60 }],
    },
  ],
};
