import assert from "node:assert/strict";
import { test } from "vitest";

import { pluralize } from "./pluralize.ts";

const plurals = [
  ["MyJob", "myjobs"],
  ["Policy", "policies"],
  ["Gateway", "gateways"],
  ["Ingress", "ingresses"],
  ["Mesh", "meshes"],
  ["Proxy", "proxies"],
  ["Matrix", "matrices"],
  ["Analysis", "analyses"],
  ["Metadata", "metadata"],
] as const;

for (const [kind, plural] of plurals) {
  test(`pluralize() makes ${plural} of ${kind}`, () => {
    assert.equal(pluralize(kind), plural);
  });
}
