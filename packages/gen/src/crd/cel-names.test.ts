import assert from "node:assert/strict";
import { test } from "vitest";

import { celField, celLiteral, isCelName } from "./cel-names.ts";

test.each([
  ["plain", "plain"],
  ["a-b", "a__dash__b"],
  ["a.b/c", "a__dot__b__slash__c"],
  ["a__b", "a__underscores__b"],
  ["namespace", "__namespace__"],
  ["string", "string"],
])("celField(%j) is %s", (name, expected) => {
  assert.equal(celField(name), expected);
});

test("isCelName() says which names CEL can write", () => {
  assert.deepEqual(
    ["a", "_a", "a-b", "1a", "a b", "ä", ""].filter((name) => isCelName(name)),
    ["a", "_a", "a-b"],
  );
});

test("celLiteral() quotes texts, whatever is in them", () => {
  assert.equal(celLiteral("it's a \\ or\n"), "'it\\'s a \\\\ or\\n'");
  assert.equal(celLiteral(5), "5");
  assert.equal(celLiteral(true), "true");
});
