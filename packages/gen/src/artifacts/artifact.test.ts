import assert from "node:assert/strict";
import { test } from "vitest";

import { createMemoryFileHost } from "../files/file-host.ts";
import { verifyArtifacts, writeArtifacts } from "./artifact.ts";

test("verifyArtifacts() finds nothing after writeArtifacts() has written", () => {
  const host = createMemoryFileHost();
  const artifacts = [{ path: "config/a.yaml", content: "a: 1\n" }];

  const written = writeArtifacts(host, "/project", artifacts);

  assert.deepEqual(written, ["config/a.yaml"]);
  assert.deepEqual(verifyArtifacts(host, "/project", artifacts), []);
});

test("writeArtifacts() does not write an unchanged file", () => {
  const host = createMemoryFileHost({ "/project/a": "same", "/project/b": "old" });

  const written = writeArtifacts(host, "/project", [
    { path: "a", content: "same" },
    { path: "b", content: "new" },
  ]);

  assert.deepEqual(written, ["b"]);
});

test("verifyArtifacts() returns missing and changed files as unified diffs", () => {
  const host = createMemoryFileHost({ "/project/b": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });

  const stale = verifyArtifacts(host, "/project", [
    { path: "a", content: "x\ny\n" },
    { path: "b", content: "1\n2\n3\n4\nfive\n6\n7\n8\n9\n" },
  ]);

  assert.deepEqual(stale, [
    { path: "a", diff: "--- /dev/null\n+++ b/a\n@@ -0,0 +1,2 @@\n+x\n+y\n" },
    { path: "b", diff: "--- a/b\n+++ b/b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n" },
  ]);
});
