import assert from "node:assert/strict";
import { test } from "vitest";
import { readEntry } from "./entry.ts";
import type { Entry } from "./entry.ts";

function entryOf(files: Readonly<Record<string, string>>): Entry {
  return readEntry("index.d.ts", (path) => files[path]);
}

test("an entry's exports are followed through re-exports, renamed, in the order of its list and without comments", () => {
  const { exports } = entryOf({
    "index.d.ts":
      'export { second as two } from "./b/c.ts";\nexport type { First } from "./a.ts";\nexport * from "./d.ts";\n',
    "a.d.ts":
      "/** Comment. */\nexport interface First {\n    // Inside.\n    readonly url: `http://${string}`;\n    #private;\n}\n",
    "b/c.d.ts": 'export { second } from "../d.ts";\n',
    "d.d.ts": "export declare function second(a: string): void;\nexport declare function second(a: number): void;\n",
  });

  assert.deepEqual(
    exports.map(({ name, text }) => [name, text]),
    [
      ["two", "function second(a: string): void;\nfunction second(a: number): void;\n// exported as two"],
      ["First", "interface First {\n    readonly url: `http://${string}`;\n}"],
      ["second", "function second(a: string): void;"],
      ["second", "function second(a: number): void;"],
    ],
  );
});

test("a type that users meet in a signature and cannot name is reported, a brand is not", () => {
  const { unnamed } = entryOf({
    "index.d.ts": 'export { make } from "./a.ts";\n',
    "a.d.ts":
      "declare const brand: unique symbol;\ninterface Hidden {\n    readonly [brand]: true;\n}\nexport declare function make(): Hidden;\nexport {};\n",
  });

  assert.deepEqual(unnamed, ["Hidden"]);
});

test("a name from another package is shown as the re-export that it is", () => {
  const { exports } = entryOf({ "index.d.ts": 'export { Pod } from "other";\n' });

  assert.deepEqual(exports, [{ kind: "declaration", name: "Pod", text: 'export { Pod } from "other";' }]);
});
