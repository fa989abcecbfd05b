// Each example, copied out of this repository, is a complete project: with packages installed from a registry it generates the same files,
// type-checks, lints, passes its tests and builds.
import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startNewcomer } from "../newcomer/newcomer.ts";
import type { Newcomer } from "../newcomer/newcomer.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

let newcomer: Newcomer;

beforeAll(async () => {
  newcomer = await startNewcomer({ env: { PATH: inject("searchPath") } });
}, 300_000);

afterAll(() => newcomer[Symbol.asyncDispose]());

test.each(["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"])(
  "a copy of %s can be installed, checked, tested and built",
  { timeout: 600_000 },
  async (example) => {
    for (const file of await trackedFiles(`examples/${example}`)) {
      await cp(path.join(repository, file), path.join(newcomer.folder, path.relative("examples", file)));
    }
    await using terminal = newcomer.terminal();
    await terminal.type(`cd ${example} && npm install`);

    expect(await terminal.type("npm run --silent generate -- --verify")).toContain("up to date");
    expect(await terminal.type("npm run --silent typecheck")).toBe("");
    expect(await terminal.type("npm run --silent lint")).toContain("0 errors");
    expect(await terminal.type("npm test")).toMatch(/Tests +\d+ passed \(\d+\)/u);
    await terminal.type("npm run --silent build && ls dist/main.js dist/cmd/main.js 2>&1 | grep main.js$");
  },
);

async function trackedFiles(folder: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-z", folder], { cwd: repository });
  return stdout.split("\0").filter((file) => file !== "");
}
