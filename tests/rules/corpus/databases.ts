/** Rules of databases. */
import type { RuledDefinition } from "./schema.ts";
import { embedded, free, int, keyed, map, object, set, text, rejected } from "./schema.ts";

export const databasesDefinition: RuledDefinition = {
  name: "databases",
  spec: object(
    {
      instances: int("self >= 1", "self % 2 == 1", "self >= oldSelf - 2"),
      storage: object(
        {
          size: text(10, "isQuantity(self)", {
            rule: "!isQuantity(self) || !isQuantity(oldSelf) || quantity(self).compareTo(quantity(oldSelf)) >= 0",
            message: "cannot shrink",
          }),
          class: text(20, "self == oldSelf"),
        },
        { rule: "has(oldSelf.class) == has(self.class)", message: "class cannot be added or removed" },
      ),
      bootstrap: object(
        {
          initdb: object({ name: text(20), owner: text(20) }, "!has(self.owner) || has(self.name)"),
          recovery: object({ source: text(20) }),
          restore: object({ file: text(20) }),
        },
        {
          rule: "[has(self.initdb), has(self.recovery), has(self.restore)].filter(x, x).size() == 1",
          message: "exactly one method",
        },
      ),
      parameters: map(
        text(40),
        12,
        "!('port' in self)",
        "!self.exists(k, k.startsWith('ssl_'))",
        "!('shared_buffers' in self) || isQuantity(self['shared_buffers'])",
        "!('max_connections' in self) || int(self.max_connections) > 0",
        "self.all(k, v, k.lowerAscii() == k)",
      ),
      users: keyed(
        ["name"],
        object(
          {
            "name!": text(20, "self != 'root'"),
            roles: set(text(20), 4),
            password: free(rejected("has(self.name) != has(self.value)")),
          },
          "!has(self.roles) || !('admin' in self.roles) || self.name.startsWith('adm-')",
        ),
        6,
        {
          ...rejected("oldSelf.all(o, self.exists(n, n.name == o.name))"),
          messageExpression:
            "'users cannot be removed: ' + oldSelf.filter(o, !self.exists(n, n.name == o.name)).map(o, o.name).join(', ')",
        },
      ),
      affinity: embedded(
        { spec: object({ weight: int("self in [1, 10, 100]") }) },
        "self.kind == 'Affinity'",
        "self.apiVersion.startsWith('v')",
        "self.metadata.name.size() < 10",
      ),
    },
    "!has(self.instances) || self.instances == 1 || has(self.storage)",
  ),
  creates: [
    {
      instances: 3,
      storage: { size: "1Gi", class: "a" },
      bootstrap: { initdb: { name: "a", owner: "b" } },
      parameters: { max_connections: "10" },
    },
    {
      instances: 2,
      bootstrap: { initdb: { owner: "a" }, recovery: {} },
      parameters: { port: "1", ssl_x: "", shared_buffers: "x", max_connections: "0", A: "" },
    },
    { instances: 0, storage: { size: "x" }, users: [{ name: "root" }, { name: "x", roles: ["admin"] }] },
    {
      parameters: { max_connections: "many" },
      affinity: { apiVersion: "x/v1", kind: "Affinity", metadata: { name: "much-too-long" }, spec: { weight: 5 } },
    },
    { affinity: { apiVersion: "v1", kind: "Other", metadata: { name: "a" } }, bootstrap: {} },
    { affinity: { apiVersion: "v1", kind: "Affinity", metadata: { name: "a" }, spec: { weight: 10 } } },
  ],
  updates: [
    {
      from: { instances: 5, storage: { size: "2Gi", class: "a" }, users: [{ name: "a" }, { name: "b" }] },
      to: [
        { instances: 1 },
        { storage: { size: "1Gi" } },
        { storage: { class: "b" } },
        { storage: { class: null } },
        { users: [{ name: "c" }] },
        { users: [{ name: "b" }, { name: "a" }], instances: 3 },
      ],
    },
  ],
};
