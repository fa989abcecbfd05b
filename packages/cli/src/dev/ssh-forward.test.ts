// With a program called ssh that records its arguments.
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";

import { assertSshTarget, startSshForward } from "./ssh-forward.ts";

test("ssh forwards a port of the target to this machine, and is stopped on dispose", async () => {
  await using fixture = await startFixture('echo "$@" > called; exec /bin/sleep 600');

  const forward = fixture.start();
  await fixture.until(async () => (await fixture.called()).length > 0);
  await forward[Symbol.asyncDispose]();
  await forward[Symbol.asyncDispose]();

  expect(await fixture.called()).toBe(
    "-N -T -o ExitOnForwardFailure=yes -o BatchMode=yes -R 0.0.0.0:8443:127.0.0.1:9443 -- me@node\n",
  );
  expect(fixture.ends).toEqual([]);
});

test("the end of ssh is reported with its output", async () => {
  await using fixture = await startFixture("echo 'Permission denied' >&2; echo 'bye' >&2; exit 255");

  await using _ = fixture.start();
  await fixture.until(async () => fixture.ends.length > 0);

  expect(fixture.ends).toEqual(["ssh ended with code 255: Permission denied; bye"]);
});

test("a missing ssh is reported", async () => {
  await using fixture = await startFixture("");
  await rm(path.join(fixture.folder, "ssh"));

  await using _ = fixture.start();
  await fixture.until(async () => fixture.ends.length > 0);

  expect(fixture.ends[0]).toContain("ssh cannot be started: spawn ssh ENOENT");
});

test.each(["-oProxyCommand=x", "a b", "me@-x", "", "a;b"])("%o is rejected as a target", (target) => {
  expect(() => assertSshTarget(target)).toThrow(`--webhook-ssh is "${target}": expected USER@HOST`);
});

async function startFixture(script: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-ssh-"));
  await writeFile(path.join(folder, "ssh"), `#!/bin/sh\ncd "\${0%/*}"\n${script}\n`);
  await chmod(path.join(folder, "ssh"), 0o755);
  const clock = createSystemClock();
  const ends: string[] = [];
  return {
    folder,
    ends,
    called: () => readFile(path.join(folder, "called"), "utf8").catch(() => ""),
    start: () =>
      startSshForward({
        target: "me@node",
        remotePort: 8443,
        localPort: 9443,
        env: { PATH: folder },
        onEnd: (message) => ends.push(message),
      }),
    async until(isThere: () => Promise<boolean>) {
      while (!(await isThere())) await clock.sleep(10);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
