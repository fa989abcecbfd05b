// Compiled files without a source, in a folder with the layout of the checkout.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { removeStale } from "./remove-stale.ts";

test("removeStale() removes compiled files whose source is gone, and keeps the others and the bundle", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kubewright-stale-"));
  try {
    const write = (file: string): void => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), "");
    };
    const stale = ["d.ts", "d.ts.map", "js", "js.map"].map((ending) => `packages/a/dist/b/old.${ending}`);
    ["packages/a/src/b/new.ts", "packages/a/dist/b/new.js", "packages/a/dist/bundle/main.js", ...stale].forEach(write);

    expect(removeStale(folder).toSorted()).toEqual(stale);
    expect(removeStale(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
