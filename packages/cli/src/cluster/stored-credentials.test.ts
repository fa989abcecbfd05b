import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createSystemClock } from "@kubewright/async";
import { createTransportFor, loadConfig } from "@kubewright/client";
import { readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";
import type { CommandFixture } from "../testdata/command-fixture.ts";

interface Running extends AsyncDisposable {
  readonly port: string;
  readonly kubeconfig: string;
}

async function start(fixture: CommandFixture, times: number, port = "0"): Promise<Running> {
  const ended = fixture.run(["cluster", "--controllers", "none", "--data", "data", "--port", port]);
  await fixture.untilPrinted("export KUBECONFIG=", times);
  const kubeconfig = await readFile(path.join(fixture.folder, ".kubewright", "kubeconfig"), "utf8");
  return {
    kubeconfig,
    port: /"https:\/\/127\.0\.0\.1:(\d+)"/u.exec(kubeconfig)?.[1] ?? "",
    async [Symbol.asyncDispose]() {
      fixture.signal("SIGTERM");
      expect(await ended).toBe(0);
    },
  };
}

async function statusWith(fixture: CommandFixture, kubeconfig: string): Promise<number> {
  const file = path.join(fixture.folder, "earlier");
  await writeFile(file, kubeconfig, { mode: 0o600 });
  await using transport = createTransportFor(
    await loadConfig({ env: { KUBECONFIG: file }, clock: createSystemClock() }),
  );
  const response = await transport.request({ method: "GET", path: "/api/v1/namespaces" });
  await readText(response);
  return response.status;
}

test("a kubeconfig of an earlier run of a cluster with --data is valid at the same port", async () => {
  await using fixture = await startFixture();
  const first = await start(fixture, 1);
  await first[Symbol.asyncDispose]();
  await using _second = await start(fixture, 2, first.port);

  const status = await statusWith(fixture, first.kubeconfig);
  const { mode } = await stat(path.join(fixture.folder, "data", "credentials.json"));

  expect(status).toBe(200);
  expect(mode & 0o777).toBe(0o600);
});

test("credentials that are not valid are an error that names the file", async () => {
  await using fixture = await startFixture();
  await (await start(fixture, 1))[Symbol.asyncDispose]();
  const file = path.join(fixture.folder, "data", "credentials.json");
  const stored = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, JSON.stringify({ ...stored, token: "short" }));

  const exit = await fixture.run(["cluster", "--controllers", "none", "--data", "data"]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toBe(
    `Cannot use the credentials in "${file}": token must be at least 32 bytes in base64url: delete the file to create new credentials, with which earlier kubeconfigs are no longer valid\n`,
  );
});
