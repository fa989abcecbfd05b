import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

const source = (verbs: string): string => `
/**
 * @kubebuilder:rbac:groups="",resources=pods,verbs=${verbs}
 */
export function reconcile(): void {}
`;

test("generate --watch writes immediately and after each save, also after an error, until a signal", async () => {
  await using fixture = await startFixture();
  const file = path.join(fixture.folder, "internal/pods.ts");
  const role = (): Promise<string> => readFile(path.join(fixture.folder, "config/rbac/role.yaml"), "utf8");
  await mkdir(path.dirname(file));
  await writeFile(file, source("get"));

  const running = fixture.run(["generate", "rbac", "--watch"]);
  await fixture.untilPrinted("Watching");
  const first = await role();
  await writeFile(file, source("get;list"));
  await fixture.untilPrinted("generated in", 2);
  const second = await role();
  await writeFile(file, source("get,verb=list"));
  await fixture.untilPrinted('takes no argument "verb"');
  const third = await role();
  await writeFile(file, source("get;list;watch"));
  await fixture.untilPrinted("generated in", 3);
  const fourth = await role();
  fixture.signal("SIGINT");

  expect(await running).toBe(0);
  expect([first, second, third, fourth].map((text) => text.match(/^ {2}- \w+$/gm)?.slice(1))).toEqual([
    ["  - get"],
    ["  - get", "  - list"],
    ["  - get", "  - list"],
    ["  - get", "  - list", "  - watch"],
  ]);
  expect(fixture.output()).toContain("changed internal/pods.ts\nwrote config/rbac/role.yaml\n");
});

test("generate --watch exits with 0 and without output when Ctrl-C reaches its process group", async () => {
  await using fixture = await startFixture();
  await mkdir(path.join(fixture.folder, "api"));
  await writeFile(path.join(fixture.folder, "api/pods.ts"), source("get"));
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  const words = ["--conditions=source", main, "generate", "rbac", "--watch"];
  const child = spawn(process.execPath, words, {
    cwd: fixture.folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const errors = text(child.stderr);
  const ended = once(child, "close");

  for await (const printed of child.stdout.setEncoding("utf8")) if (String(printed).includes("Watching")) break;
  process.kill(-(child.pid ?? 0), "SIGINT"); // A terminal sends it to the whole process group.

  expect(await ended).toEqual([0, null]);
  expect(await errors).toBe("");
});

test("generate rejects --watch with --verify", async () => {
  await using fixture = await startFixture();

  const exit = await fixture.run(["generate", "--watch", "--verify"]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toBe(
    "Cannot generate: --watch writes files, --verify only compares them: use one of them\n",
  );
});
