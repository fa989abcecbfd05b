/** Rules of topics. */
import type { RuledDefinition } from "./schema.ts";
import { int, map, number, object, oneOf, text, rejected } from "./schema.ts";

export const topicsDefinition: RuledDefinition = {
  name: "topics",
  spec: object(
    {
      partitions: int("self >= 1", {
        ...rejected("self >= oldSelf"),
        messageExpression: "'partitions cannot be reduced from ' + string(oldSelf)",
      }),
      replicas: int("self >= 1", "self <= 5", "self == oldSelf"),
      config: map(
        text(30),
        8,
        "!('retention.ms' in self) || self['retention.ms'].matches('^-?[0-9]+$')",
        "!('min.insync.replicas' in self) || int(self['min.insync.replicas']) > 0",
        "self.all(k, k.split('.').all(p, p.size() > 0))",
        "self.transformMap(k, v, v.size()).all(k, k.size() > 0)",
        {
          rule: "!('cleanup.policy' in self) || self['cleanup.policy'].split(',').all(p, p in ['compact', 'delete'])",
          messageExpression: "'unknown policy ' + self['cleanup.policy']",
        },
      ),
      schema: object(
        { format: oneOf(["avro", "json"]), version: number("self >= 1.0", "self == double(int(self))") },
        {
          rule: "self.format == oldSelf.format || self.version > oldSelf.version",
          message: "a new format needs a higher version",
        },
      ),
    },
    "!has(self.replicas) || !has(self.config) || !('min.insync.replicas' in self.config) || !self.config['min.insync.replicas'].matches('^[0-9]+$') || int(self.config['min.insync.replicas']) <= self.replicas",
  ),
  creates: [
    {
      partitions: 3,
      replicas: 2,
      config: { "retention.ms": "1", "min.insync.replicas": "1", "cleanup.policy": "compact,delete" },
      schema: { format: "avro", version: 1 },
    },
    {
      partitions: 0,
      replicas: 6,
      config: { "retention.ms": "x", "min.insync.replicas": "9", "a..b": "", "cleanup.policy": "drop" },
    },
    { config: { "min.insync.replicas": "x" }, schema: { format: "json", version: 0.5 } },
    { schema: { format: "json", version: 1.5 }, replicas: 1, config: { "min.insync.replicas": "2", "": "x" } },
    { replicas: 0 },
  ],
  updates: [
    {
      from: { partitions: 3, replicas: 2, schema: { format: "avro", version: 1 } },
      to: [
        { partitions: 2 },
        { replicas: 3 },
        { schema: { format: "json" } },
        { schema: { format: "json", version: 2 }, partitions: 4 },
      ],
    },
  ],
};
