/** Rules of addresses. */
import type { RuledDefinition } from "./schema.ts";
import { list, object, text, rejected } from "./schema.ts";

export const addressesDefinition: RuledDefinition = {
  name: "addresses",
  spec: object(
    {
      primary: text(
        40,
        "isIP(self)",
        "!isIP(self) || ip(self).isGlobalUnicast()",
        "!isIP(self) || !ip(self).isLinkLocalMulticast()",
      ),
      secondary: text(40, "isIP(self) || isCIDR(self)"),
      pool: text(
        40,
        "isCIDR(self)",
        "!isCIDR(self) || cidr(self).prefixLength() in [16, 24, 64]",
        "!isCIDR(self) || cidr(self).ip().family() == 4 || cidr(self).prefixLength() == 64",
        "!isCIDR(self) || string(cidr(self).masked()) == self",
      ),
      ranges: list(
        object(
          { from: text(40), to: text(40) },
          "has(self.from) && has(self.to)",
          "!has(self.from) || !has(self.to) || isIP(self.from) == isIP(self.to)",
          "!has(self.from) || !has(self.to) || !isIP(self.from) || !isIP(self.to) || ip(self.from).family() == ip(self.to).family()",
        ),
        4,
      ),
    },
    rejected(
      "!has(self.primary) || !has(self.secondary) || !isIP(self.primary) || !isIP(self.secondary) || ip(self.primary) != ip(self.secondary)",
    ),
    {
      ...rejected(
        "!has(self.pool) || !has(self.primary) || !isIP(self.primary) || !isCIDR(self.pool) || cidr(self.pool).containsIP(ip(self.primary))",
      ),
      messageExpression:
        "string(cidr(self.pool).ip()) + '/' + string(cidr(self.pool).prefixLength()) + ' does not contain ' + self.primary",
    },
  ),
  creates: [
    {
      primary: "10.0.0.1",
      secondary: "10.0.0.0/24",
      pool: "10.0.0.0/24",
      ranges: [{ from: "10.0.0.1", to: "10.0.0.9" }],
    },
    {
      primary: "x",
      secondary: "y",
      pool: "z",
      ranges: [{}, { from: "1.1.1.1", to: "x" }, { from: "1.1.1.1", to: "::1" }],
    },
    { primary: "224.0.0.1", pool: "10.0.1.0/20" },
    { primary: "::1", secondary: "0:0::1", pool: "fe80::1/24" },
  ],
};
