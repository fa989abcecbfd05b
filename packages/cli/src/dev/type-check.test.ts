import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { createTypeCheck } from "./type-check.ts";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

test("the compiler of the project reports type errors, only for the latest check", async () => {
  await using fixture = await startFixture();
  await fixture.write('export const size: number = "large";\n');
  fixture.check.start();
  fixture.check.start();
  const wrong = await fixture.next();

  await fixture.write("export const size: number = 1;\n");
  fixture.check.start();
  const right = await fixture.next();

  expect(wrong).toEqual([expect.stringMatching(/^main\.ts\(1,14\): error TS2322: /)]);
  expect(right).toEqual([]);
});

test("an aborted check and a project without a compiler report nothing", async () => {
  await using fixture = await startFixture();
  fixture.check.start();
  await fixture.check[Symbol.asyncDispose]();
  await rm(path.join(fixture.folder, "node_modules"));
  const none = createTypeCheck({ root: fixture.folder, env: {}, report: fixture.report });

  none.start();
  await none[Symbol.asyncDispose]();

  expect(fixture.reports()).toEqual([]);
});

async function startFixture() {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-types-"));
  await symlink(modules, path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }');
  await writeFile(path.join(folder, "main.ts"), "export {};\n");
  const reports: (readonly string[])[] = [];
  let wake = Promise.withResolvers<readonly string[]>();
  const report = (lines: readonly string[]): void => {
    reports.push(lines);
    wake.resolve(lines);
    wake = Promise.withResolvers();
  };
  const check = createTypeCheck({ root: folder, env: {}, report });
  return {
    folder,
    check,
    report,
    reports: () => reports,
    next: () => wake.promise,
    write: (text: string) => writeFile(path.join(folder, "main.ts"), text),
    async [Symbol.asyncDispose]() {
      await check[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
