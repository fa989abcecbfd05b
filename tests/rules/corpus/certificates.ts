/** Rules of certificates. */
import type { RuledDefinition } from "./schema.ts";
import { atomic, flag, formatted, int, object, oneOf, set, text, rejected } from "./schema.ts";

export const certificatesDefinition: RuledDefinition = {
  name: "certificates",
  spec: object(
    {
      commonName: text(64, "!self.contains('*') || self.startsWith('*.')", "self.trim() == self"),
      dnsNames: set(
        text(60),
        6,
        "self.all(n, n.lowerAscii() == n)",
        "self.all(n, n.indexOf('*') == -1 || (n.indexOf('*') == 0 && n.lastIndexOf('*') == 0))",
        {
          ...rejected("self.all(n, !format.dns1123Subdomain().validate(n.replace('*.', '', 1)).hasValue())"),
          messageExpression:
            "self.filter(n, format.dns1123Subdomain().validate(n.replace('*.', '', 1)).hasValue()).map(n, strings.quote(n)).join(', ') + ' are no names'",
        },
      ),
      ips: set(
        text(40),
        4,
        "self.all(i, isIP(i))",
        "self.all(i, !isIP(i) || ip.isCanonical(i))",
        "self.all(i, !isIP(i) || !ip(i).isUnspecified() && !ip(i).isLinkLocalUnicast())",
      ),
      uris: atomic(
        text(60),
        4,
        "self.all(u, isURL(u))",
        "self.all(u, !isURL(u) || url(u).getHost() != '')",
        "self.all(u, !isURL(u) || url(u).getScheme() in ['spiffe', 'https'])",
      ),
      duration: formatted("duration", "self >= duration('1h')", "self <= duration('87600h')"),
      renewBefore: formatted("duration", "self > duration('5m')"),
      renewBeforePercentage: int("self > 0 && self < 100"),
      privateKey: object(
        { algorithm: oneOf(["RSA", "ECDSA", "Ed25519"]), size: int(), rotation: oneOf(["Never", "Always"]) },
        "self.algorithm != 'RSA' || !has(self.size) || (self.size >= 2048 && self.size <= 8192)",
        "self.algorithm != 'ECDSA' || !has(self.size) || self.size in [256, 384, 521]",
        "self.algorithm != 'Ed25519' || !has(self.size)",
        "!has(self.size) || has(self.algorithm)",
      ),
      issuer: object(
        { "name!": text(30), kind: text(20), group: text(30) },
        { rule: "self == oldSelf || self.name != oldSelf.name", message: "an issuer of the same name cannot change" },
      ),
      isCA: flag(),
    },
    {
      rule: "has(self.commonName) || has(self.dnsNames) || has(self.ips) || has(self.uris)",
      message: "one name is needed",
      reason: "FieldValueRequired",
    },
    "!(has(self.renewBefore) && has(self.renewBeforePercentage))",
    {
      ...rejected("!(has(self.renewBefore) && has(self.duration)) || self.renewBefore < self.duration"),
      fieldPath: ".renewBefore",
      messageExpression: "'must be less than ' + string(self.duration)",
    },
    "!has(self.commonName) || !has(self.dnsNames) || self.commonName in self.dnsNames",
    "!has(self.isCA) || !self.isCA || has(self.commonName)",
  ),
  creates: [
    {
      commonName: "a.b",
      dnsNames: ["a.b", "*.c"],
      ips: ["10.0.0.1"],
      uris: ["spiffe://a/b"],
      duration: "24h",
      renewBefore: "1h",
      privateKey: { algorithm: "RSA", size: 2048 },
      issuer: { name: "x" },
    },
    {
      commonName: " a*",
      dnsNames: ["A", "a.*", "x_y"],
      ips: ["x", "fe80::1", "2001:DB8::1"],
      uris: ["x", "/a", "ftp://h/"],
    },
    { duration: "1m", renewBefore: "1m", renewBeforePercentage: 100, privateKey: { algorithm: "RSA", size: 1024 } },
    { isCA: true, ips: ["0.0.0.0"], duration: "100000h", privateKey: { algorithm: "Ed25519", size: 1 } },
    { uris: [], privateKey: { size: 5 } },
    { uris: [], privateKey: { algorithm: "ECDSA", size: 5 } },
    { uris: ["spiffe://a/b"], renewBeforePercentage: 50 },
  ],
  updates: [
    {
      from: { commonName: "a", issuer: { name: "x" } },
      to: [{ issuer: { kind: "Y" } }, { issuer: { name: "z", kind: "Y" } }, { duration: "2h", renewBefore: "2h" }],
    },
  ],
};
