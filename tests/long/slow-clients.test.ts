// Slow clients do not delay others: a thousand clients that never finish their requests, and a hundred watchers that do not read during a
// million events.
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { connect as connectHttp2 } from "node:http2";
import { createApiServer } from "@kubewright/apiserver";
import type { Listener } from "@kubewright/apiserver";
import { createSystemClock } from "@kubewright/async";
import { createSocketTransport, discardBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { tell } from "./long-run.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const clock = createSystemClock();

function tokenOf(listener: Listener): string {
  const config = JSON.parse(listener.kubeconfig()) as { users: [{ user: { token: string } }] };
  return config.users[0].user.token;
}

async function timeOf(transport: Transport): Promise<number> {
  const startedAt = clock.now();
  const { status, body } = await transport.request({ method: "GET", path: `${maps}?limit=1` });
  await discardBody({ body });
  expect(status).toBe(200);
  return clock.now() - startedAt;
}

/** A connection that has begun a request and does not continue. */
async function slowClient(listener: Listener, begun: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(listener.url);
  const socket = connectTls({
    host: hostname,
    port: Number(port),
    ca: listener.caCertificate,
    ALPNProtocols: ["http/1.1"],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("secureConnect", resolve);
  socket.once("error", reject);
  await promise;
  socket.on("error", () => undefined); // It is cut off in time.
  socket.write(begun);
  return socket;
}

test("a thousand slow clients do not delay a fast one by more than a tenth of a second", async () => {
  await using server = createApiServer();
  await using listener = await server.listen();
  const authorization = `Bearer ${tokenOf(listener)}`;
  await using quick = createSocketTransport({
    server: listener.url,
    tls: { ca: listener.caCertificate },
    credentials: () => ({ authorization }),
  });
  await timeOf(quick);
  const head = `POST ${maps} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`;
  const slow: TLSSocket[] = [];

  for (let made = 0; made < 1000; made += 50) {
    // Half of them stop in their headers, half in their bodies.
    const begun = (index: number): string =>
      index % 2 === 0 ? head : `${head}Content-Length: 1000000\r\n\r\n{"metadata":`;
    slow.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => slowClient(listener, begun(index))))));
  }
  const times: number[] = [];
  for (let asked = 0; asked < 50; asked += 1) times.push(await timeOf(quick));
  for (const socket of slow) socket.destroy();

  tell(
    `with 1,000 slow clients: ${times
      .map(Math.round)
      .toSorted((a, b) => a - b)
      .join(" ")} ms`,
  );
  expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)]).toBeLessThan(100);
});

test("a hundred watchers that do not read hold no memory for the events", async () => {
  await using server = createApiServer();
  await using listener = await server.listen();
  const authorization = `Bearer ${tokenOf(listener)}`;
  const sessions = Array.from({ length: 10 }, () => connectHttp2(listener.url, { ca: listener.caCertificate }));
  const answered = sessions.flatMap((session) => {
    session.on("error", () => undefined);
    return Array.from({ length: 10 }, () => {
      const stream = session.request({ ":path": `${maps}?watch=1`, authorization });
      stream.on("error", () => undefined);
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.once("response", () => resolve());
      stream.pause(); // It never reads.
      return promise;
    });
  });
  await Promise.all(answered);
  const transport = server.transport();
  await discardBody(await transport.request({ method: "POST", path: maps, body: '{"metadata":{"name":"a"}}' }));
  const headers = { "content-type": "application/merge-patch+json" };
  const write = async (value: number): Promise<void> =>
    discardBody(
      await transport.request({ method: "PATCH", path: `${maps}/a`, headers, body: `{"data":{"value":"${value}"}}` }),
    );

  for (let value = 0; value < 100_000; value += 1) await write(value);
  const before = process.memoryUsage().rss;
  for (let value = 100_000; value < 1_000_000; value += 1) {
    await write(value);
    if (value % 1000 === 0) await clock.nextTurn(); // The sockets have their turn.
    if (value % 100_000 === 0) tell(`${value} events, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  }
  const growth = (process.memoryUsage().rss - before) / 2 ** 20;
  for (const session of sessions) session.destroy();

  expect(growth).toBeLessThan(100);
});
