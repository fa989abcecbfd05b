/** Rules of identity providers. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, keyed, list, object, set, text, rejected } from "./schema.ts";

export const identityProvidersDefinition: RuledDefinition = {
  name: "identity-providers",
  spec: object(
    {
      issuer: text(
        60,
        "isURL(self)",
        "!isURL(self) || url(self).getScheme() == 'https'",
        "!isURL(self) || url(self).getQuery() == {}",
        "!self.endsWith('/')",
        "!isURL(self) || url(self).getHostname() != 'localhost'",
      ),
      audiences: set(text(30), 4, "self.size() > 0", "self.all(a, a != '')"),
      claims: object(
        {
          username: object({ claim: text(20), expression: text(40) }, "has(self.claim) != has(self.expression)"),
          groups: object({ claim: text(20), prefix: text(10) }, "has(self.claim) == has(self.prefix)"),
          extra: keyed(
            ["key"],
            object(
              {
                "key!": text(
                  40,
                  "self == self.lowerAscii()",
                  "self.indexOf('/') > 0",
                  "!self.matches('kubernetes[.]io/')",
                ),
                value: text(30),
              },
              "has(self.value)",
            ),
            4,
          ),
        },
        "has(self.username)",
      ),
      ca: formatted("byte", "string(self).startsWith('-----BEGIN')"),
      rules: list(
        object(
          { claim: text(20), required: text(20), message: text(30) },
          "!has(self.required) || has(self.claim)",
          "!has(self.message) || self.message.trim() != ''",
        ),
        4,
      ),
    },
    "!has(self.audiences) || has(self.issuer)",
    {
      ...rejected(
        "!has(self.claims) || !has(self.claims.username.expression) || self.claims.username.expression.contains('email') == self.?rules.orValue([]).exists(r, r.?claim.orValue('') == 'email_verified')",
      ),
      message: "check that emails are verified",
    },
  ),
  creates: [
    {
      issuer: "https://a.b",
      audiences: ["x"],
      claims: {
        username: { claim: "sub" },
        groups: { claim: "g", prefix: "p:" },
        extra: [{ key: "a.b/c", value: "x" }],
      },
      ca: "LS0tLS1CRUdJTg==",
    },
    {
      issuer: "http://localhost/?a=b",
      audiences: [""],
      claims: { groups: { claim: "x" }, extra: [{ key: "Kubernetes.io/X" }, { key: "x.kubernetes.io/a" }] },
      ca: "YQ==",
    },
    { audiences: [], claims: { username: {} } },
    { issuer: "x/", rules: [{ required: "a", message: "  " }] },
    { claims: { username: { expression: "claims.email" } } },
    { rules: [{ claim: "a", required: "b", message: "c" }] },
    { claims: { username: { claim: "a" }, extra: [{ key: "x", value: "y" }] } },
  ],
};
