// Expressions from outside must not stop the process: not by their length, their depth, or what they compute.

import assert from "node:assert/strict";
import type { JsonValue } from "@kubewright/apimachinery";
import { test } from "vitest";
import { CelError, compileExpression, compileRule, declareSchema, kubernetesEnvironment, stringType } from "./index.ts";

const environment = kubernetesEnvironment();

function problemOf(text: string): string {
  const compilation = compileExpression(text, environment);
  return compilation.kind === "failed" ? compilation.message : "";
}

test("The depth of an expression is limited", () => {
  const limit = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
  assert.equal(problemOf(`${"(".repeat(249)}1${")".repeat(249)}`), "");
  assert.equal(problemOf(`${"(".repeat(250)}1${")".repeat(250)}`), limit);
  assert.equal(problemOf(`${"[".repeat(100_000)}`.slice(0, 99_999)), limit);
  assert.equal(problemOf(`1${"+1".repeat(300)}`), "ERROR: <input>:-1:0: max recursion depth exceeded");
  assert.equal(problemOf(`true${" && true".repeat(10_000)}`), "");
});

test("Macros inside each other do not overflow the stack", () => {
  const text = `${"[1].map(x,".repeat(240)}1${")".repeat(240)}`;
  const compilation = compileExpression(text, environment);
  if (compilation.kind === "failed") {
    assert.match(compilation.message, /recursion limit exceeded/);
    return;
  }
  assert.doesNotThrow(() => compilation.program.evaluate({}));
});

test("Macros that copy their target cannot make an expression of any size", () => {
  const text = `optional.of(1)${".optMap(x, x)".repeat(25)}.hasValue()`;

  assert.equal(problemOf(text), "ERROR: <input>:-1:0: expression node limit exceeded: 200000");
});

test("The length of an expression is limited", () => {
  assert.equal(
    problemOf(`'${"a".repeat(100_000)}'`).split("\n")[0],
    "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100002, limit 100000",
  );
});

test("An evaluation ends when it has cost too much", () => {
  const schema = declareSchema({ type: "array", items: { type: "string" } });
  const rule = compileRule({ rule: "self.all(a, self.all(b, self.all(c, a + b + c != '')))" }, schema);
  const evaluation = rule.evaluate(Array.from({ length: 1000 }, () => "a"));

  assert.equal(evaluation.isCancelled, true);
  assert.deepEqual(evaluation.value, new CelError("operation cancelled: actual cost limit exceeded"));
  assert.ok(evaluation.cost < 1_000_100, `${evaluation.cost}`);
});

test("A hostile pattern takes linear time", () => {
  const schema = declareSchema({ type: "string" });
  const rule = compileRule({ rule: "self.matches('^(a+)+$')" }, schema);

  assert.equal(rule.evaluate(`${"a".repeat(5000)}!`).value, false);
});

test("Keys of objects are own keys only", () => {
  const schema = declareSchema({ type: "object", additionalProperties: { type: "string" } });
  for (const key of ["__proto__", "constructor", "toString"]) {
    const rule = compileRule({ rule: `'${key}' in self || has(self.${key})` }, schema);
    assert.equal(rule.evaluate({}).value, false, key);
  }
});

test("The size of a map is counted once, also when a loop over the map reads it", () => {
  let counted = 0;
  const map = new Proxy(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1])), {
    ownKeys: (target) => {
      counted++;
      return Reflect.ownKeys(target);
    },
  });
  const entries = { type: "object", additionalProperties: { type: "integer" } } as const;
  const rules = [
    compileRule({ rule: "self.all(key, size(self) == 100)" }, declareSchema(entries)).evaluate(map),
    compileRule(
      { rule: "self.map.all(key, self.map.size() == 100)" },
      declareSchema({ type: "object", properties: { map: entries } }),
    ).evaluate({ map }),
    compileRule(
      { rule: "self[0].all(key, self[0].size() == 100)" },
      declareSchema({ type: "array", items: entries }),
    ).evaluate([map]),
  ];

  assert.deepEqual(
    rules.map(({ value }) => value),
    [true, true, true],
  );
  assert.ok(counted < 20, `${counted}`);
});

test("A list that grows does not change the lists that it began with", () => {
  const valueOf = (text: string): unknown => {
    const compilation = compileExpression(text, environment);
    assert.equal(compilation.kind, "compiled", text);
    return compilation.kind === "compiled" && compilation.program.evaluate({}).value;
  };
  const within = (text: string): string => `[[1, 2, 3].map(x, x)].all(list, ${text})`;

  assert.equal(valueOf(within("list.map(x, (list + [x]).size()) == [4, 4, 4] && list == [1, 2, 3]")), true);
  assert.equal(valueOf(within("list + [4] == [1, 2, 3, 4] && list + [5] == [1, 2, 3, 5] && !(4 in list)")), true);
  assert.equal(valueOf(within("(list + list).size() == 6 && list.size() == 3 && list[2] == 3")), true);
});

test("A macro that makes a list takes time in proportion to the list", () => {
  const rule = compileRule(
    { rule: "self.map(x, x).size() == 70000" },
    declareSchema({ type: "array", items: { type: "integer" } }),
  );
  const list = Array.from({ length: 70_000 }, () => 1);

  // Copies of the list for each item would take longer than a test may.
  for (let round = 0; round < 4; round++) assert.equal(rule.evaluate(list).value, true);
});

test("A call whose cost is above the limit is not made", () => {
  const schema = declareSchema({ type: "array", items: { type: "integer" } });
  const list = Array.from({ length: 200_000 }, (_, index) => index);

  // Each would compare every item with every other one.
  for (const text of ["self.distinct().size() > 0", "sets.contains(self, self)", "lists.range(1000000000000) == []"]) {
    const evaluation = compileRule({ rule: text }, schema).evaluate(list);
    assert.equal(evaluation.isCancelled, true, text);
  }
});

test("A string or list that is too long cancels the evaluation", () => {
  const schema = declareSchema({
    type: "object",
    properties: {
      few: { type: "string" },
      long: { type: "string" },
      list: { type: "array", items: { type: "string" } },
    },
  });
  const self = { few: "a".repeat(2000), long: "b".repeat(1_000_000), list: Array.from({ length: 1000 }, () => "a") };
  const cancelled = new CelError("operation cancelled: actual cost limit exceeded");

  for (const text of [
    "self.few.replace('a', self.long).size() >= 0",
    "self.few.replace('', self.long).size() >= 0",
    "self.list.join(self.long) != ''",
    `'${"%s".repeat(11)}'.format([${Array.from({ length: 11 }, () => "self.long").join(",")}]) != ''`,
    `'%s'.format([[${Array.from({ length: 11 }, () => "self.long").join(",")}]]) != ''`,
    // Each result is allowed; all of them together are not.
    "self.list.map(x, self.few.replace('a', 'a'.replace('a', self.list.join('bb')))).size() >= 0",
    "[self.list].map(x, x + x + x + x).all(x, x.map(y, x + x).size() >= 0)",
  ]) {
    assert.deepEqual(compileRule({ rule: text }, schema).evaluate(self).value, cancelled, text);
  }
});

test("A string that the engine cannot create cancels an evaluation without a limit", () => {
  const compilation = compileExpression(
    `[s]${".map(x, x + x)".repeat(12)}.size() >= 0`,
    kubernetesEnvironment({ variables: { s: stringType } }),
  );
  assert.equal(compilation.kind, "compiled");
  if (compilation.kind !== "compiled") return;

  const { value, isCancelled } = compilation.program.evaluate({ s: "a".repeat(1_000_000) });
  assert.deepEqual([value, isCancelled], [new CelError("operation cancelled: actual cost limit exceeded"), true]);
});

test("A checkpoint precedes each call on a long string, and every tenth call on an object", () => {
  const checkpointsOf = (text: string, self: JsonValue): number => {
    let count = 0;
    const schema = {
      type: "object",
      properties: { s: { type: "string" }, list: { type: "array", items: { type: "integer" } } },
    };
    compileRule({ rule: text }, declareSchema(schema)).evaluate(self, undefined, () => count++);
    return count;
  };

  // `size`, `trim` and `!=`.
  assert.equal(checkpointsOf("self.s.size() > 0 && self.s.trim() != ''", { s: "a".repeat(10_001) }), 3);
  assert.equal(checkpointsOf("self.s.size() > 0 && self.s.trim() != ''", { s: "a".repeat(10_000) }), 0);
  assert.equal(checkpointsOf(Array.from({ length: 20 }, () => "self.list.size() > 0").join(" && "), { list: [1] }), 2);
});

test("Wide clauses of format strings do not exceed the memory", () => {
  const schema = declareSchema({ type: "integer" });
  for (const clause of ["%.99999999999e", "%.99999999999f", "%.1000000e"]) {
    const rule = compileRule({ rule: `'${clause}'.format([1.5]).size() < 100000` }, schema);
    assert.equal(rule.evaluate(1).value, true, clause);
  }
});
