// Copies with the tar program of this machine, which the test container runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { NodeProxy } from "@kubewright/apiserver";
import { test } from "vitest";

import { isCommandFailedError } from "../errors.ts";
import { startPodServer } from "../testdata/pod-server.ts";
import { copyFromContainer, copyToContainer } from "./copy.ts";

const key = { namespace: "default", name: "web" };
const large = "x".repeat(3 * 1024 * 1024);

/** A container that runs commands on this machine. */
function localContainer(commands: string[][] = []): NodeProxy {
  return {
    exec: async (_target, { command, stdin, stdout, stderr }) => {
      commands.push([...command]);
      const [program = "", ...args] = command;
      const input = args[0] === "xmf" ? Buffer.concat(await Array.fromAsync(stdin)) : "";
      const run = spawnSync(program, args, { input, maxBuffer: 64 * 1024 * 1024 });
      await stdout(run.stdout);
      await stderr(run.stderr);
      return { exitCode: run.status ?? 1 };
    },
  };
}

async function temporaryFolder(): Promise<{ readonly folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-copy-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("an archive that is copied from one directory and to another has the same files", async () => {
  const commands: string[][] = [];
  await using pod = await startPodServer(localContainer(commands));
  await using from = await temporaryFolder();
  await using to = await temporaryFolder();
  await writeFile(path.join(from.folder, "small"), "hello");
  await writeFile(path.join(from.folder, "-large"), large);
  const options = { container: "main" };

  const small = copyFromContainer(pod.client, key, { ...options, path: path.join(from.folder, "small") });
  await copyToContainer(pod.client, key, { ...options, path: to.folder, archive: small });
  const dashed = copyFromContainer(pod.client, key, { ...options, path: path.join(from.folder, "-large") });
  await copyToContainer(pod.client, key, { ...options, path: to.folder, archive: dashed });

  assert.equal(await readFile(path.join(to.folder, "small"), "utf8"), "hello");
  assert.equal((await readFile(path.join(to.folder, "-large"))).length, large.length);
  assert.deepEqual(commands[0], ["tar", "xmf", "-", "-C", to.folder]);
  assert.deepEqual(commands[1], ["tar", "cf", "-", "-C", from.folder, "small"]);
  assert.deepEqual(commands[3], ["tar", "cf", "-", "-C", from.folder, "./-large"]);
});

test("a path that does not exist is a CommandFailedError with the message of tar", async () => {
  await using pod = await startPodServer(localContainer());
  await using present = await temporaryFolder();
  const absent = path.join(present.folder, "absent");
  const isFailure = (error: unknown) =>
    isCommandFailedError(error) && error.exitCode === 2 && /absent/u.test(error.stderr);
  const archive = copyFromContainer(pod.client, key, { container: "main", path: present.folder });

  await assert.rejects(
    Array.fromAsync(copyFromContainer(pod.client, key, { container: "main", path: absent })),
    isFailure,
  );
  await assert.rejects(copyToContainer(pod.client, key, { container: "main", path: absent, archive }), isFailure);
  await assert.rejects(copyFromContainer(pod.client, key, { path: "" }).next(), { name: "TypeError" });
});

test("an archive that cannot be read ends the command and rejects with its error", async () => {
  const ended = Promise.withResolvers<void>();
  await using pod = await startPodServer({
    exec: async ({ ended: containerEnded }, { signal }) => {
      await containerEnded(signal);
      ended.resolve();
      return { exitCode: 0 };
    },
  });
  const broken = new Error("the disk is gone");
  async function* archive(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("begin");
    throw broken;
  }

  await assert.rejects(
    copyToContainer(pod.client, key, { container: "main", path: "/data", archive: archive() }),
    (error) => error === broken,
  );
  await ended.promise;
});
