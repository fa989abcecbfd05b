/** Rules of volumes. */
import type { RuledDefinition } from "./schema.ts";
import { atomic, int, list, map, number, object, oneOf, text } from "./schema.ts";

export const volumesDefinition: RuledDefinition = {
  name: "volumes",
  spec: object(
    {
      size: text(
        12,
        "isQuantity(self)",
        "!isQuantity(self) || quantity(self).asInteger() % 1073741824 == 0",
        "!isQuantity(self) || quantity(self).isGreaterThan(quantity('0'))",
      ),
      modes: atomic(
        oneOf(["RWO", "ROX", "RWX"]),
        3,
        "self.size() > 0",
        "self.distinct().size() == self.size()",
        "self == self.sort()",
        { rule: "self == oldSelf", message: "modes are fixed" },
      ),
      ratio: number("self > 0.0 && self <= 1.0", "double(int(self * 100.0)) == self * 100.0"),
      source: object({ snapshot: text(20), volume: text(20) }, "has(self.snapshot) != has(self.volume)", {
        rule: "self == oldSelf.orValue(self)",
        optionalOldSelf: true,
        message: "source is immutable",
      }),
      topology: list(
        map(text(20), 3),
        4,
        "self.all(m, m.size() > 0)",
        "self.map(m, m.transformMapEntry(k, v, {k + '=' + v: true})).all(m, m.size() <= 2)",
        "self.reverse() != self || self.size() < 2",
      ),
      mount: list(text(20), 4, "self.slice(0, size(self)).all(o, o != '')", "!self.exists(o, o.startsWith('bind'))"),
      blocks: list(
        list(int("self >= 0"), 3),
        3,
        "self.all(row, row.size() == self.size())",
        "self.flatten().size() == 0 || self.flatten().max() <= 9",
        "self.all(row, row.isSorted())",
        "self.size() == 0 || self.all(row, row.sum() == self[0].sum())",
      ),
    },
    { rule: "!has(oldSelf.source) || has(self.source)", message: "source cannot be removed" },
    "!has(self.size) || has(self.modes)",
  ),
  creates: [
    {
      size: "2Gi",
      modes: ["ROX", "RWO"],
      ratio: 0.5,
      source: { snapshot: "a" },
      topology: [{ zone: "a" }],
      mount: ["ro"],
      blocks: [
        [1, 2],
        [0, 3],
      ],
    },
    {
      size: "1500Mi",
      modes: ["RWO", "RWO"],
      ratio: 0.333,
      source: {},
      topology: [{}, {}],
      mount: ["", "bind"],
      blocks: [[3, 2], [11]],
    },
    { size: "0", modes: [], ratio: 2, source: { snapshot: "a", volume: "b" }, blocks: [[-1]] },
    { size: "12345678901234567890", topology: [{ a: "1", b: "2", c: "3" }] },
    { size: "1.5" },
    { size: "x", modes: ["RWO", "ROX"] },
  ],
  updates: [
    {
      from: { size: "1Gi", modes: ["RWO"], source: { volume: "a" } },
      to: [{ modes: ["RWX"] }, { source: { volume: "b" } }, { source: null }, { size: "2Gi" }],
    },
  ],
};
