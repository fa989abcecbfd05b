import assert from "node:assert/strict";

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { isApiError } from "@kubewright/apimachinery";
import { isBodyTooLarge } from "@kubewright/transport";
import { test } from "vitest";

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import { isProtocolError } from "../errors.ts";
import { startPodServer } from "../testdata/pod-server.ts";
import { createPeerTransport } from "../testdata/web-socket-peer.ts";
import type { PeerOptions, WebSocketPeer } from "../testdata/web-socket-peer.ts";
import type { CommandOutput } from "./command-session.ts";
import { attach, exec } from "./exec.ts";

const key = { namespace: "default", name: "web" };
const success = '{"metadata":{},"status":"Success"}';

function clientOf(serve: (peer: WebSocketPeer) => Promise<void>, options?: PeerOptions): Client {
  const transport = createPeerTransport(serve, options);
  return createClient({ transport, clock: createVirtualClock(), random: createSeededRandom(1) });
}

function shown({ stream, bytes }: CommandOutput): string {
  return `${stream}: ${Buffer.from(bytes).toString()}`;
}

test("exec() sends the command, the input and its end, and collects output and exit code", async () => {
  await using pod = await startPodServer({
    exec: async ({ container }, { command, stdin, stdout, stderr }) => {
      await stdout(`${container}: ${command.join(" ")} < ${Buffer.concat(await Array.fromAsync(stdin)).toString()}`);
      await stderr("careful");
      return { exitCode: 3 };
    },
  });
  const command = ["sh", "-c", "a b&c"];
  await using session = await exec(pod.client, key, { command, container: "side", stdin: true });

  await session.stdin.write("in");
  await session.stdin.write("put");
  await session.stdin.end();

  assert.deepEqual(await session.collect(), { exitCode: 3, stdout: "side: sh -c a b&c < input", stderr: "careful" });
  assert.equal(session.protocol, "v5.channel.k8s.io");
  assert.deepEqual(await session.result(), { exitCode: 3 });
});

test("output is an iterable of both streams in order, and result() alone discards it", async () => {
  await using pod = await startPodServer({
    exec: async (_target, { stdout, stderr }) => {
      await stdout("a");
      await stderr("b");
      await stdout("c");
      return { exitCode: 0 };
    },
  });
  const options = { command: ["x"], container: "main" };
  await using session = await exec(pod.client, key, options);
  await using second = await exec(pod.client, key, options);

  assert.deepEqual(await Array.fromAsync(session.output, shown), ["stdout: a", "stderr: b", "stdout: c"]);
  assert.deepEqual(await session.result(), { exitCode: 0 });
  assert.deepEqual(await second.result(), { exitCode: 0 });
});

test("a command waits while its output is not read, and a writer while its input is not", async () => {
  let sent = 0;
  const chunk = new Uint8Array(64 * 1024);
  await using pod = await startPodServer({
    exec: async (_target, { stdout, signal }) => {
      for (; !signal.aborted && sent < 200; sent += 1) await stdout(chunk);
      return { exitCode: 0 };
    },
  });
  await using session = await exec(pod.client, key, { command: ["yes"], container: "main", stdin: true });
  let written = 0;
  const writing = (async () => {
    for (; written < 200; written += 1) await session.stdin.write(chunk);
  })();

  for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
  assert.ok(sent < 40, `${sent} chunks were sent to a client that does not read`);
  assert.ok(written < 40, `${written} chunks were sent to a command that does not read`);

  let length = 0;
  for await (const { bytes } of session.output) length += bytes.length;
  await writing.catch(() => undefined); // The command has ended without reading.
  assert.equal(length, 200 * chunk.length);
});

test("attach() with a terminal has one output, and leaving the loop disconnects", async () => {
  const ended = Promise.withResolvers<void>();
  await using pod = await startPodServer({
    attach: async (_target, { stdout, stderr, tty, signal }) => {
      await stdout(`tty ${tty} `);
      await stderr("err");
      signal.addEventListener("abort", () => ended.resolve());
      await ended.promise;
      return { exitCode: 0 };
    },
  });
  await using session = await attach(pod.client, key, { container: "main", tty: true });
  const read: string[] = [];

  for await (const chunk of session.output) {
    read.push(shown(chunk));
    if (read.length === 2) break;
  }

  assert.deepEqual(read, ["stdout: tty true ", "stdout: err"]);
  await ended.promise;
  await assert.rejects(session.result(), /disposed before its result/u);
});

test("an abort disconnects with its reason", async () => {
  await using pod = await startPodServer({
    exec: async ({ ended }, { signal }) => {
      await ended(signal);
      return { exitCode: 0 };
    },
  });
  const end = new AbortController();
  const reason = new Error("enough");
  await using session = await exec(pod.client, key, {
    command: ["x"],
    container: "main",
    stdin: true,
    signal: end.signal,
  });
  const result = session.result();

  end.abort(reason);

  await assert.rejects(result, (error) => error === reason);
  await assert.rejects(session.stdin.write("more"), (error) => error === reason);
});

test("a command that cannot be run, a container that does not exist and an empty command are different errors", async () => {
  await using pod = await startPodServer({ exec: () => Promise.reject(new Error("no such file")) });
  const options = { command: ["x"], container: "main" };
  await using session = await exec(pod.client, key, options);

  await assert.rejects(
    session.result(),
    (error) => isApiError(error) && error.message === 'Cannot exec in Pod "default/web": InternalError: no such file',
  );
  await assert.rejects(
    exec(pod.client, key, { ...options, container: "none" }),
    (error) =>
      isApiError(error) &&
      error.message === 'Cannot exec in Pod "default/web": BadRequest: container none is not valid for pod web',
  );
  await assert.rejects(exec(pod.client, key, { command: [] }), { name: "TypeError" });
  await assert.rejects(exec(pod.client, key, { ...options, tty: true, stderr: true }), { name: "TypeError" });
  await assert.rejects(attach(pod.client, key, { stdout: false, stderr: false }), { name: "TypeError" });
});

test("the size of a terminal is sent on its channel, and invalid sizes are rejected", async () => {
  const sizes: string[] = [];
  const client = clientOf(async (peer) => {
    sizes.push(await peer.next());
    peer.send(3, success);
    peer.close();
  });
  await using session = await exec(client, key, { command: ["sh"], tty: true, stdin: true });

  await session.resize({ width: 80, height: 24 });
  await session.result();

  assert.deepEqual(sizes, ['4:{"Width":80,"Height":24}']);
  await assert.rejects(session.resize({ width: 0, height: 24 }), {
    message: "Cannot resize the terminal: width is 0, must be an integer from 1 to 65535",
  });
});

test("a server with version 4 runs commands, but cannot end their input", async () => {
  const client = clientOf(
    async (peer) => {
      peer.send(1, (peer.request.headers?.["sec-websocket-protocol"] as string) ?? "");
      peer.send(3, success);
      peer.close();
    },
    { protocol: "v4.channel.k8s.io" },
  );
  await using session = await exec(client, key, { command: ["cat"], stdin: true });

  await assert.rejects(session.stdin.end(), (error) => isProtocolError(error) && /is v4/u.test(error.message));
  assert.equal((await session.collect()).stdout, "v5.channel.k8s.io, v4.channel.k8s.io");
});

test("options that do not enable a stream reject its use", async () => {
  const client = clientOf(async (peer) => peer.close());
  await using session = await exec(client, key, { command: ["x"] });

  await assert.rejects(session.stdin.write("a"), {
    message: 'Cannot write to stdin: option "stdin" is false, must be true',
  });
  await assert.rejects(session.resize({ width: 1, height: 1 }), { name: "TypeError" });
});

test.each([
  ["closes without a result", (peer: WebSocketPeer) => peer.close(), /the connection ended before the result/u],
  ["ends without a close frame", () => undefined, /ended without a close frame/u],
  ["sends a masked frame", (peer: WebSocketPeer) => peer.sendBytes(Uint8Array.of(0x82, 0x80, 0, 0, 0, 0)), /masked/u],
  ["sends text as a result", (peer: WebSocketPeer) => result(peer, "boom"), /the result is "boom", must be a Status/u],
  ["sends a result that never ends", endlessResult, /longer than the 65536 bytes/u],
  [
    "sends an exit code that is not a number",
    (peer: WebSocketPeer) => result(peer, exitStatus("x")),
    /"x", must be from 1/u,
  ],
  ["sends an exit code of 0", (peer: WebSocketPeer) => result(peer, exitStatus("0")), /"0", must be from 1 to 255/u],
])("a server that %s is an error", async (_, act, message) => {
  const client = clientOf(async (peer) => act(peer));
  await using session = await exec(client, key, { command: ["x"] });

  await assert.rejects(session.result(), message);
});

test("a result is valid even if the connection is lost afterwards, and unknown channels are ignored", async () => {
  const client = clientOf(async (peer) => {
    peer.send(1, "");
    peer.send(9, "?");
    peer.send(3, success.slice(0, 5));
    peer.send(3, success.slice(5));
  });
  await using session = await exec(client, key, { command: ["x"] });

  assert.deepEqual(await session.collect(), { exitCode: 0, stdout: "", stderr: "" });
});

test("output of any size arrives, in messages of at most 32 KiB", async () => {
  await using pod = await startPodServer({
    exec: async (_target, { stdout }) => {
      await stdout(new Uint8Array(3 * 1024 * 1024));
      return { exitCode: 0 };
    },
  });
  await using session = await exec(pod.client, key, { command: ["x"], container: "main" });

  const lengths = await Array.fromAsync(session.output, ({ bytes }) => bytes.length);

  assert.equal(lengths.length, 96);
  assert.equal(Math.max(...lengths), 32 * 1024);
});

test("collect() disconnects beyond its limit", async () => {
  const client = clientOf(async (peer) => {
    for (let sent = 0; sent < 10; sent += 1) peer.send(1, "x".repeat(100));
    await peer.next();
  });
  await using session = await exec(client, key, { command: ["x"] });

  await assert.rejects(session.collect({ limitBytes: 500 }), isBodyTooLarge);
});

function result(peer: WebSocketPeer, message: string): void {
  peer.send(3, message);
  peer.close();
}

function endlessResult(peer: WebSocketPeer): void {
  for (let sent = 0; sent < 100; sent += 1) peer.send(3, " ".repeat(1000));
}

function exitStatus(message: string): string {
  const details = { causes: [{ reason: "ExitCode", message }] };
  return JSON.stringify({ status: "Failure", reason: "NonZeroExitCode", details });
}
