/** Rules of rate limits. */
import type { RuledDefinition } from "./schema.ts";
import { flag, formatted, int, list, map, object, oneOf, set, text } from "./schema.ts";

export const rateLimitsDefinition: RuledDefinition = {
  name: "rate-limits",
  spec: object(
    {
      limits: map(
        object(
          {
            requests: int("self > 0"),
            per: formatted("duration", "self >= duration('1s')", "self.getMilliseconds() % 1000 == 0"),
            burst: int(),
          },
          "!has(self.burst) || !has(self.requests) || self.burst >= self.requests",
          "!has(self.requests) || has(self.per)",
        ),
        6,
        "self.all(k, !k.contains(' '))",
        "self.exists(k, k == 'default') || self.size() == 0",
        "self.transformList(k, v, has(v.requests) ? v.requests : 0).sum() <= 10000",
      ),
      keys: set(
        oneOf(["ip", "user", "header"]),
        3,
        "'ip' in self || 'user' in self",
        "!sets.equivalent(self, ['header', 'ip'])",
      ),
      header: text(30, "self.find('^[Xx]-') != ''"),
      allow: list(
        text(60),
        4,
        "self.all(u, isURL(u) && url(u).getScheme() == 'https')",
        "self.all(u, !isURL(u) || url(u).getPort() in ['', '443'])",
        "self.all(u, !isURL(u) || url(u).getQuery().size() == 0)",
      ),
      enabled: flag({
        rule: "self || oldSelf.orValue(false) == false",
        optionalOldSelf: true,
        message: "cannot be disabled",
      }),
    },
    {
      rule: "!has(self.keys) || !('header' in self.keys) || has(self.header)",
      reason: "FieldValueRequired",
      fieldPath: ".header",
    },
  ),
  creates: [
    { limits: { default: { requests: 10, per: "1m", burst: 20 } }, keys: ["ip"], allow: ["https://a.example.com/x"] },
    { limits: { "a b": { requests: 0, burst: -1 }, c: { requests: 20000, per: "500ms", burst: 1 } } },
    { keys: ["header", "ip"], header: "Y" },
    { keys: ["header"] },
    { allow: ["http://x/", "https://x:8443/?a=b", "::"], enabled: false },
    { header: "X-Key" },
  ],
  updates: [{ from: { enabled: true }, to: [{ enabled: false }, { enabled: null }, { header: "y-a" }] }],
};
