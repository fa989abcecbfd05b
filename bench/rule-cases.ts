/** CEL rules in the style of real definitions, with a schema and an object that all of them accept. */

/** Rules that every implementation of CEL supports. */
export const commonRules: readonly string[] = [
  "self.min <= self.max",
  "self.replicas >= self.min && self.replicas <= self.max",
  "self.replicas * 2 + 1 < 100",
  "has(self.max) ? self.max > 0 : true",
  "self.name.startsWith('web')",
  "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
  "self.name in ['a', 'b', 'web-1']",
  "self.name != 'x'",
  "size(self.items) <= 20",
  "self.items.all(x, x.port > 0 && x.port < 65536)",
  "self.items.all(x, self.items.exists_one(y, x.port == y.port && x.protocol == y.protocol))",
  "self.items.filter(x, x.protocol == 'TCP').size() > 2",
  "self.items.map(x, x.name).all(n, n != '')",
  "self.items.exists(x, x.name == 'port-3')",
  "!has(self.labels) || 'app' in self.labels",
  "self.labels.all(k, k.size() < 30)",
  "self.labels.size() < 5",
  "self.tags.exists(t, t == 'tag-9')",
  "self.tags.all(t, t.startsWith('tag'))",
];

/** The rules with one that uses a library of Kubernetes. */
export const kubernetesRules: readonly string[] = [...commonRules, "isQuantity('100m')"];

const text = { type: "string", maxLength: 60 };
const integer = { type: "integer" };
const item = { type: "object", properties: { name: text, port: integer, protocol: text } };

/** The schema of the value that the rules are on. */
export const ruleSchema = {
  type: "object",
  properties: {
    name: text,
    min: integer,
    max: integer,
    replicas: integer,
    labels: { type: "object", additionalProperties: text, maxProperties: 20 },
    items: { type: "array", maxItems: 20, items: item },
    tags: { type: "array", maxItems: 50, items: text },
  },
};

const ten = Array.from({ length: 10 }, (_, index) => index);

/** A value that satisfies all rules. */
export const ruleValue = {
  name: "web-1",
  min: 1,
  max: 5,
  replicas: 3,
  labels: { app: "web", tier: "front" },
  items: ten.map((index) => ({ name: `port-${index}`, port: 8000 + index, protocol: "TCP" })),
  tags: ten.map((index) => `tag-${index}`),
};
