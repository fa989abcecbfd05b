/** Rules of network policies. */
import type { RuledDefinition } from "./schema.ts";
import { int, intOrString, list, map, number, object, oneOf, set, text } from "./schema.ts";

export const networkPoliciesDefinition: RuledDefinition = {
  name: "network-policies",
  spec: object(
    {
      cidrs: set(
        text(50),
        6,
        "self.all(c, isCIDR(c))",
        "self.all(c, !isCIDR(c) || cidr(c).prefixLength() >= 8)",
        {
          rule: "!self.exists(c, isCIDR(c) && cidr(c).containsIP('169.254.169.254'))",
          message: "must not contain the metadata service",
        },
        "self.filter(c, isCIDR(c)).all(c, cidr(c) == cidr(c).masked())",
      ),
      except: set(text(50), 4),
      ports: list(
        object(
          {
            port: intOrString("type(self) == int ? self > 0 && self < 65536 : self.size() < 16"),
            endPort: int(),
            protocol: oneOf(["TCP", "UDP", "SCTP"]),
          },
          "!has(self.endPort) || has(self.port)",
          "!has(self.endPort) || type(self.port) == int",
          "!has(self.endPort) || type(self.port) != int || int(self.port) <= self.endPort",
        ),
        4,
        "self.all(p, !has(p.protocol) || p.protocol != 'SCTP' || !has(p.endPort))",
      ),
      selector: map(text(20), 4, "!('' in self)", "self.all(k, k.matches('^[a-z./-]+$'))", "self.all(k, v, k != v)"),
      gateway: text(
        50,
        "self == '' || isIP(self)",
        "self == '' || !isIP(self) || ip(self).family() == 4",
        "self == '' || !isIP(self) || !ip(self).isLoopback()",
      ),
      order: number("self >= 0.0", "self < 100.5"),
    },
    "!has(self.except) || has(self.cidrs)",
    "!has(self.except) || self.except.all(e, isCIDR(e) && self.cidrs.exists(c, isCIDR(c) && cidr(c).containsCIDR(e)))",
    {
      rule: "!has(self.gateway) || !has(self.cidrs) || !isIP(self.gateway) || self.cidrs.exists(c, isCIDR(c) && cidr(c).containsIP(self.gateway))",
      fieldPath: ".gateway",
      messageExpression: "self.gateway + ' is outside'",
    },
  ),
  creates: [
    {
      cidrs: ["10.0.0.0/8", "2001:db8::/32"],
      except: ["10.1.0.0/16"],
      ports: [{ port: 80, endPort: 90 }, { port: "http" }],
      selector: { app: "x" },
      gateway: "10.0.0.1",
      order: 2.5,
    },
    { cidrs: ["x", "0.0.0.0/0", "10.0.0.1/24"], except: ["11.0.0.0/8"], gateway: "127.0.0.1", order: -1 },
    { ports: [{ endPort: 1 }, { port: "a", endPort: 2 }, { port: 9, endPort: 1, protocol: "SCTP" }, { port: 0 }] },
    { selector: { "": "x", A: "b", c: "c" }, gateway: "::1", order: 100.5 },
    { except: ["10.0.0.0/8"] },
    { cidrs: ["10.0.0.0/8"], gateway: "11.0.0.1" },
    { gateway: "x" },
  ],
};
