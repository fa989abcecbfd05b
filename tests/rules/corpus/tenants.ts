/** Rules of tenants. */
import type { RuledDefinition } from "./schema.ts";
import { int, list, map, object, oneOf, set, text, rejected } from "./schema.ts";

export const tenantsDefinition: RuledDefinition = {
  name: "tenants",
  spec: object(
    {
      owners: list(
        object(
          { kind: oneOf(["User", "Group", "ServiceAccount"]), "name!": text(60) },
          "self.kind != 'ServiceAccount' || self.name.matches('^system:serviceaccount:[^:]+:[^:]+$')",
          "self.kind == 'ServiceAccount' || !self.name.startsWith('system:')",
        ),
        6,
        "self.size() > 0",
      ),
      quota: map(
        text(12, "isQuantity(self)"),
        8,
        "self.all(k, k.startsWith('requests.') || k.startsWith('limits.') || k.startsWith('count/'))",
        "!('requests.cpu' in self && 'limits.cpu' in self) || !isQuantity(self['requests.cpu']) || !isQuantity(self['limits.cpu']) || !quantity(self['requests.cpu']).isGreaterThan(quantity(self['limits.cpu']))",
        "self.all(k, !k.startsWith('count/') || !isQuantity(self[k]) || quantity(self[k]).isInteger())",
        "self.all(k, !isQuantity(self[k]) || quantity(self[k]).asApproximateFloat() < 1e15)",
      ),
      namespaces: set(
        text(63),
        10,
        "self.all(n, !format.dns1123Label().validate(n).hasValue())",
        {
          ...rejected("self.all(n, !n.startsWith('kube-'))"),
          messageExpression: "self.filter(n, n.startsWith('kube-')).join(' and ') + ' belong to the system'",
        },
        "oldSelf.all(n, n in self)",
      ),
      labels: map(
        text(63, "!format.labelValue().validate(self).hasValue()"),
        6,
        "self.all(k, !format.qualifiedName().validate(k).hasValue())",
        "!self.exists(k, k.endsWith('kubernetes.io/metadata.name'))",
      ),
      "node-selector": map(text(20), 3, "self.size() != 1 || self.exists(k, k == 'pool')"),
      namespace: text(20, "self != 'default'"),
      "limit.max": int("self > 0"),
    },
    "!has(self.__namespace__) || !has(self.namespaces) || self.__namespace__ in self.namespaces",
    "!has(self.limit__dot__max) || !has(self.namespaces) || size(self.namespaces) <= self.limit__dot__max",
    {
      rule: "!has(self.node__dash__selector) || self.node__dash__selector.all(k, v, k.size() > 0 && v.size() > 0)",
      fieldPath: "['node-selector']",
    },
  ),
  creates: [
    {
      owners: [{ kind: "User", name: "a" }],
      quota: { "requests.cpu": "1", "limits.cpu": "2" },
      namespaces: ["a"],
      labels: { "a/b": "c" },
      namespace: "a",
      "limit.max": 2,
    },
    {
      owners: [
        { kind: "User", name: "system:x" },
        { kind: "ServiceAccount", name: "x" },
      ],
      quota: { "requests.cpu": "2", "limits.cpu": "1", "count/pods": "1500m", x: "y", "limits.big": "1E" },
    },
    {
      owners: [],
      namespaces: ["A", "kube-system", "kube-x"],
      labels: { "a b": "-", "kubernetes.io/metadata.name": "x" },
      "node-selector": { x: "" },
      namespace: "default",
      "limit.max": 0,
    },
    { "node-selector": { pool: "a" } },
  ],
  updates: [
    {
      from: { namespaces: ["a", "b"], "limit.max": 3 },
      to: [{ namespaces: ["b", "a", "c"] }, { namespaces: ["b"] }, { "limit.max": 1 }],
    },
  ],
};
