// What a cluster in the foreground prints with its flags for scripts.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";

test("cluster --quiet prints nothing while it runs and when it stops", async () => {
  await using fixture = await startFixture();
  const running = fixture.run(["cluster", "--controllers", "none", "--quiet"]);
  const file = path.join(fixture.folder, ".kubewright", "kubeconfig");
  const kubeconfig = (): Promise<string> => readFile(file, "utf8").catch(() => "");
  await expect.poll(kubeconfig, { timeout: 60_000 }).toContain("https://127.0.0.1:");
  fixture.signal("SIGTERM");

  expect(await running).toBe(0);
  expect([fixture.output(), fixture.errors()]).toEqual(["", ""]);
}, 90_000);

test("cluster --output json prints one line when it is ready, and nothing when it stops", async () => {
  await using fixture = await startFixture();
  const running = fixture.run(["cluster", "--controllers", "none", "--output", "json"]);
  await fixture.untilPrinted("\n");
  fixture.signal("SIGTERM");

  expect(await running).toBe(0);
  const [line = "", ...more] = fixture.output().trimEnd().split("\n");
  const printed = JSON.parse(line) as Readonly<Record<string, unknown>>;
  expect(more).toEqual([]);
  expect(Object.keys(printed)).toEqual(["running", "server", "processId", "kubeconfig", "readyAfterMs"]);
  expect(printed).toMatchObject({
    running: true,
    processId: process.pid,
    kubeconfig: path.join(fixture.folder, ".kubewright", "kubeconfig"),
  });
});
