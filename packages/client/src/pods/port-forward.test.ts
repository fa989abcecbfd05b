import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

import { test } from "vitest";

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import { isPortForwardError } from "../errors.ts";
import { startPodServer } from "../testdata/pod-server.ts";
import { createPeerTransport } from "../testdata/web-socket-peer.ts";
import type { WebSocketPeer } from "../testdata/web-socket-peer.ts";
import { portForward } from "./port-forward.ts";
import { startPortForward } from "./start-port-forward.ts";

const key = { namespace: "default", name: "web" };
const portBytes = Uint8Array.of(0x50, 0x00); // 80

/** A node with an echo server on each port, which responds with `<…>` and closes after a message that ends with "bye". */
async function echo(peer: WebSocketPeer): Promise<void> {
  peer.send(0, portBytes);
  peer.send(1, portBytes);
  for await (const message of peer.messages) {
    if (message.type !== "data") continue;
    const text = Buffer.from(message.bytes.subarray(1)).toString();
    peer.send(0, `<${text}>`);
    if (text.endsWith("bye")) break;
  }
  peer.close();
}

function clientOf(serve: (peer: WebSocketPeer) => Promise<void>): Client {
  return createClient({ transport: createPeerTransport(serve, { protocol: "v4.channel.k8s.io" }) });
}

async function textOf(socket: Socket): Promise<string> {
  return Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Uint8Array>)).toString();
}

test("portForward() connects to a port in both directions, until the Pod closes the connection", async () => {
  const paths: string[] = [];
  const client = clientOf(async (peer) => {
    paths.push(peer.request.path);
    await echo(peer);
  });
  await using connection = await portForward(client, key, { port: 80 });

  await connection.write("hello");
  await connection.write(Buffer.from("bye"));

  assert.equal(Buffer.concat(await Array.fromAsync(connection.incoming)).toString(), "<hello><bye>");
  assert.deepEqual(paths, ["/api/v1/namespaces/default/pods/web/portforward?ports=80"]);
});

test("the port at the beginning of a channel is skipped, however it is split into messages", async () => {
  const client = clientOf(async (peer) => {
    peer.send(0, portBytes.subarray(0, 1));
    peer.send(0, Buffer.concat([portBytes.subarray(1), Buffer.from("a")]));
    peer.send(0, "bc");
    peer.close();
  });
  await using connection = await portForward(client, key, { port: 80 });

  assert.equal(Buffer.concat(await Array.fromAsync(connection.incoming)).toString(), "abc");
});

test("a port on which nothing listens is a PortForwardError with the reason of the node", async () => {
  const client = clientOf(async (peer) => {
    peer.send(0, portBytes);
    peer.send(1, portBytes);
    peer.send(1, "error forwarding port 80: connection refused\n");
    peer.close();
  });
  await using connection = await portForward(client, key, { port: 80 });

  await assert.rejects(
    Array.fromAsync(connection.incoming),
    (error) =>
      isPortForwardError(error) &&
      error.message === 'Cannot forward port 80 of Pod "default/web": error forwarding port 80: connection refused',
  );
});

test("an invalid port is rejected before the request, and an error response of the server is an ApiError", async () => {
  await using pod = await startPodServer({});

  await assert.rejects(portForward(pod.client, key, { port: 65_536 }), {
    message: 'Cannot forward port 65536 of Pod "default/web": port is 65536, must be an integer from 1 to 65535',
  });
  await assert.rejects(portForward(pod.client, key, { port: 80 }), { name: "ApiError" });
});

test("startPortForward() forwards each connection to a local port of the loopback interface", async () => {
  await using forwarded = await startPortForward(clientOf(echo), key, { port: 80 });
  const sockets = [connect(forwarded.localPort, "127.0.0.1"), connect(forwarded.localPort, "127.0.0.1")];

  for (const [index, socket] of sockets.entries()) socket.write(`${index} bye`);

  assert.equal(forwarded.localAddress, "127.0.0.1");
  assert.deepEqual(await Promise.all(sockets.map(textOf)), ["<0 bye>", "<1 bye>"]);
});

test("a local client that disconnects closes the connection to the Pod without an error", async () => {
  const ended = Promise.withResolvers<string>();
  const errors: unknown[] = [];
  const client = clientOf(async (peer) => {
    const first = await peer.next();
    ended.resolve(`${first}, ${await peer.next()}`);
  });
  await using forwarded = await startPortForward(client, key, { port: 80, onError: (error) => errors.push(error) });
  const socket = connect(forwarded.localPort, "127.0.0.1");

  socket.write("x");
  socket.destroySoon();

  assert.match(await ended.promise, /^0:x, /u);
  assert.deepEqual(errors, []);
});

test("an error of a connection is reported and closes the local connection", async () => {
  const reported = Promise.withResolvers<unknown>();
  const client = clientOf(async (peer) => {
    peer.send(1, Buffer.concat([portBytes, Buffer.from("refused")]));
    peer.close();
  });
  await using forwarded = await startPortForward(client, key, { port: 80, onError: reported.resolve });
  const socket = connect(forwarded.localPort, "127.0.0.1").on("error", () => undefined);

  assert.ok(isPortForwardError(await reported.promise));
  if (!socket.closed) await once(socket, "close");
});

test("disposing closes the local port and its connections", async () => {
  const closed = Promise.withResolvers<void>();
  const client = clientOf(async (peer) => {
    peer.send(0, Buffer.concat([portBytes, Buffer.from("hi")]));
    await Array.fromAsync(peer.messages);
    closed.resolve();
  });
  const forwarded = await startPortForward(client, key, { port: 80 });
  const socket = connect(forwarded.localPort, "127.0.0.1").on("error", () => undefined);
  await once(socket, "data");

  await forwarded[Symbol.asyncDispose]();
  await closed.promise;

  if (!socket.closed) await once(socket, "close");
  const refused = connect(forwarded.localPort, "127.0.0.1");
  const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException]; // The arguments of the event.
  assert.equal(error.code, "ECONNREFUSED");
});
