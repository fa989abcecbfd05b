/** Rules of matrices. */
import type { RuledDefinition } from "./schema.ts";
import { int, intOrString, keyed, list, map, number, object, text, rejected } from "./schema.ts";

export const matricesDefinition: RuledDefinition = {
  name: "matrices",
  spec: object({
    cells: list(
      list(number(), 4),
      4,
      "self.all(r, r.size() == self[0].size())",
      "self.all(i, r, r.all(j, v, i != j || v == 1.0))",
    ),
    names: keyed(
      ["x", "y"],
      object({ "x!": int("self >= 0"), "y!": int(), label: text(10) }, "self.y >= 0"),
      6,
      "self.all(a, self.exists_one(b, b.x == a.x))",
      "self.exists(n, n.x == 0 && n.y == 0)",
      "self.map(n, [n.x, n.y]).all(p, p.size() == 2 && p != [1, -1])",
    ),
    tree: map(
      map(list(text(8), 3), 3),
      3,
      "self.all(a, b, b.all(c, d, a != c))",
      "self.all(a, b, b.transformList(c, d, d.size()).sum() < 5)",
      {
        rule: "self.transformList(a, b, b.transformList(c, d, c)).flatten().distinct().size() < 4",
        messageExpression: "self.transformList(a, b, a).sort()[0] + ' has too many'",
      },
      "!self.existsOne(a, b, b.size() == 0)",
    ),
    pairs: list(
      object(
        { l: int(), r: int() },
        "!has(self.l) || !has(self.r) || self.l * self.r < 1000000000000",
        "!has(self.l) || !has(self.r) || self.r != 0 && self.l / self.r >= 0",
        "!has(self.l) || self.l % 7 != 3",
      ),
      4,
      "self.sortBy(p, p.l) == self",
      "self.map(p, p.l).lastIndexOf(5) < 2",
    ),
    mixed: list(
      intOrString(),
      4,
      rejected("self.all(m, type(m) == type(self[0]))"),
      "self.all(m, m != 0)",
      "!('auto' in self)",
    ),
  }),
  creates: [
    {
      cells: [
        [1, 2],
        [3, 1],
      ],
      names: [{ x: 0, y: 0 }],
      tree: { a: { b: ["x"] } },
      pairs: [
        { l: 1, r: 2 },
        { l: 5, r: 1 },
      ],
      mixed: [1, 2],
    },
    {
      cells: [[1], [2, 3]],
      names: [
        { x: 1, y: -1 },
        { x: -1, y: 0 },
      ],
      mixed: [0, "auto"],
    },
    {
      tree: { a: { a: ["1", "2", "3"], b: ["1", "2"] } },
      pairs: [
        { l: 9223372036854, r: 1000000 },
        { l: 3, r: 0 },
      ],
    },
    { tree: { a: {}, b: { c: [], d: [], e: [] } }, pairs: [{ l: 5, r: -1 }, { l: 1 }, { l: 5 }, { r: 1 }], cells: [] },
    {
      names: [
        { x: 0, y: 0 },
        { x: 0, y: 1 },
      ],
    },
    { tree: { a: { b: [], c: [], d: [] }, x: { y: [] } } },
  ],
};
