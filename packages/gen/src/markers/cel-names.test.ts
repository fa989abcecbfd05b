import assert from "node:assert/strict";
import { test } from "vitest";

import { celLiteral, celSelect } from "./cel-names.ts";

test("celSelect() escapes the names that are not identifiers of CEL", () => {
  assert.equal(celSelect("self", "a-b"), "self.a__dash__b");
  assert.equal(celSelect("oldSelf", "namespace"), "oldSelf.__namespace__");
});

test("celLiteral() quotes each string", () => {
  assert.equal(celLiteral("it's a \\ or\n"), "'it\\'s a \\\\ or\\n'");
  assert.equal(celLiteral(5), "5");
  assert.equal(celLiteral(true), "true");
});
