/** Rules of listeners. */
import type { RuledDefinition } from "./schema.ts";
import { atomic, int, keyed, list, object, oneOf, text, rejected } from "./schema.ts";

export const listenersDefinition: RuledDefinition = {
  name: "listeners",
  spec: object(
    {
      listeners: keyed(
        ["name"],
        object(
          {
            "name!": text(63, "self.matches('^[a-z][a-z0-9-]*$')"),
            "port!": int("self >= 1 && self <= 65535", {
              rule: "self != 22",
              message: "port 22 is reserved",
              reason: "FieldValueForbidden",
            }),
            protocol: oneOf(["HTTP", "HTTPS", "TLS", "TCP", "UDP"]),
            hostname: text(
              100,
              { rule: "!self.endsWith('.')", messageExpression: "'hostname ' + self + ' ends with a dot'" },
              "self.split('.').all(label, label.size() <= 20)",
              "!isIP(self)",
            ),
            tls: object(
              { mode: oneOf(["Terminate", "Passthrough"]), refs: atomic(text(40), 4) },
              {
                rule: "self.mode == 'Terminate' ? has(self.refs) && size(self.refs) > 0 : true",
                message: "refs must be set for Terminate",
                fieldPath: ".refs",
              },
            ),
          },
          {
            rule: "self.protocol in ['HTTP', 'TCP', 'UDP'] ? !has(self.tls) : true",
            message: "tls must not be set",
            fieldPath: ".tls",
          },
          "self.protocol == 'HTTPS' ? has(self.tls) && (!has(self.tls.mode) || self.tls.mode == 'Terminate') : true",
          {
            rule: "!(self.protocol in ['TCP', 'UDP']) || !has(self.hostname) || self.hostname == ''",
            reason: "FieldValueForbidden",
            fieldPath: ".hostname",
          },
        ),
        8,
        {
          rule: "self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : !has(l1.hostname) && !has(l2.hostname))))",
          message: "port, protocol and hostname must be unique",
        },
        "self.filter(l, l.port < 1024).size() <= 2",
        rejected("self.map(l, l.name).isSorted()"),
      ),
      addresses: list(
        object(
          { type: oneOf(["IPAddress", "Hostname"]), "value!": text(60) },
          "self.type != 'IPAddress' || isIP(self.value)",
          "self.type != 'Hostname' || self.value.lowerAscii() == self.value",
        ),
        6,
        "self.all(a1, a1.type == 'IPAddress' ? self.exists_one(a2, a2.type == a1.type && a2.value == a1.value) : true)",
      ),
    },
    "!has(self.addresses) || has(self.listeners)",
  ),
  creates: [
    {
      listeners: [
        { name: "a", port: 80, protocol: "HTTP", hostname: "a.example.com" },
        { name: "b", port: 443, protocol: "HTTPS", tls: { mode: "Terminate", refs: ["c"] } },
      ],
    },
    {
      listeners: [
        { name: "b", port: 22, protocol: "HTTP", hostname: "x.", tls: { mode: "Terminate" } },
        { name: "a", port: 22, protocol: "TCP", hostname: "10.0.0.1" },
      ],
    },
    {
      listeners: [
        { name: "A", port: 0, protocol: "HTTPS" },
        { name: "b", port: 1, protocol: "UDP" },
        { name: "c", port: 1, protocol: "UDP" },
      ],
    },
    {
      listeners: [{ name: "a", port: 70000, protocol: "TLS", hostname: "averyveryverylonglabelinside.example.com" }],
    },
    {
      addresses: [
        { type: "IPAddress", value: "10.0.0.256" },
        { type: "Hostname", value: "Example" },
      ],
    },
    {
      listeners: [],
      addresses: [
        { type: "IPAddress", value: "::1" },
        { type: "IPAddress", value: "::1" },
      ],
    },
  ],
  updates: [
    {
      from: { listeners: [{ name: "a", port: 80, protocol: "TCP" }] },
      to: [{ addresses: [{ type: "IPAddress", value: "x" }] }],
    },
  ],
};
