import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startWorld } from "../testdata/command-world.ts";

const source = (verbs: string): string => `
/**
 * @kubebuilder:rbac:groups="",resources=pods,verbs=${verbs}
 */
export function reconcile(): void {}
`;

test("generate --watch writes at once, again when a source is saved, and through an error, until a signal", async () => {
  await using world = await startWorld();
  const file = path.join(world.folder, "internal/pods.ts");
  const role = (): Promise<string> => readFile(path.join(world.folder, "config/rbac/role.yaml"), "utf8");
  await mkdir(path.dirname(file));
  await writeFile(file, source("get"));

  const running = world.run(["generate", "rbac", "--watch"]);
  await world.untilPrinted("Watching");
  const first = await role();
  await writeFile(file, source("get;list"));
  await world.untilPrinted("generated in", 2);
  const second = await role();
  await writeFile(file, source("get,verb=list"));
  await world.untilPrinted('takes no argument "verb"');
  const third = await role();
  await writeFile(file, source("get;list;watch"));
  await world.untilPrinted("generated in", 3);
  const fourth = await role();
  world.signal("SIGINT");

  expect(await running).toBe(0);
  expect([first, second, third, fourth].map((text) => text.match(/^ {2}- \w+$/gm)?.slice(1))).toEqual([
    ["  - get"],
    ["  - get", "  - list"],
    ["  - get", "  - list"],
    ["  - get", "  - list", "  - watch"],
  ]);
  expect(world.output()).toContain("changed internal/pods.ts\nwrote config/rbac/role.yaml\n");
});

test("generate --watch ends with 0 and without a word when Ctrl-C reaches its compiler, too", async () => {
  await using world = await startWorld();
  await mkdir(path.join(world.folder, "api"));
  await writeFile(path.join(world.folder, "api/pods.ts"), source("get"));
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  const words = ["--conditions=source", main, "generate", "rbac", "--watch"];
  const child = spawn(process.execPath, words, {
    cwd: world.folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const errors = text(child.stderr);
  const ended = once(child, "close");

  for await (const printed of child.stdout.setEncoding("utf8")) if (String(printed).includes("Watching")) break;
  process.kill(-(child.pid ?? 0), "SIGINT"); // A terminal sends it to everything that runs in it.

  expect(await ended).toEqual([0, null]);
  expect((await errors).replace("context canceled\n", "")).toBe(""); // The compiler's own last words.
});

test("generate refuses --watch together with --verify", async () => {
  await using world = await startWorld();

  const exit = await world.run(["generate", "--watch", "--verify"]);

  expect(exit).toBe(1);
  expect(world.errors()).toBe("Cannot generate: --watch writes what --verify only compares: give one of them\n");
});
