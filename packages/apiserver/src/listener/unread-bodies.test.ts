// Clients without rights that send bodies: nothing reads the bodies, and the connection stays usable.
import { once } from "node:events";
import { connect } from "node:http2";
import type { ClientHttp2Session } from "node:http2";
import { connect as connectTls } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Handler } from "../filters/handler.ts";
import { startTestServer } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const jane = { name: "jane", groups: [] };
const streams = 50;
const chunk = Buffer.alloc(64 * 1024, " ");

interface Setup {
  readonly listener: Listener;
  /** The `Authorization` header of a user without rights, and that of an administrator. */
  readonly authorization: string;
  readonly administrator: string;
  /** The paths of the requests whose bodies were read. */
  readonly read: readonly string[];
}

async function start(): Promise<Setup> {
  const { server } = startTestServer();
  const read: string[] = [];
  const handle: Handler = ({ unreadBody, ...request }) => {
    if (unreadBody === undefined) return server.handle(request);
    const counted: typeof unreadBody = {
      read(user) {
        read.push(request.path);
        return unreadBody.read(user);
      },
    };
    return server.handle({ ...request, unreadBody: counted });
  };
  const clock = createSystemClock();
  const listener = await listen({
    handle,
    issuedTokens: server.issuedTokens,
    clock,
    random: createSeededRandom("certificates"),
  });
  return { listener, authorization: authorizationOf(listener, jane), administrator: authorizationOf(listener), read };
}

function authorizationOf(listener: Listener, user?: UserInfo): string {
  const config = JSON.parse(listener.kubeconfig(user)) as { users: [{ user: { token: string } }] };
  return `Bearer ${config.users[0].user.token}`;
}

/** Begins a POST whose body does not end. Resolves with the status of the response and the reset code of the stream. */
async function postOpenBody(session: ClientHttp2Session, authorization: string): Promise<unknown> {
  const stream = session.request({ ":method": "POST", ":path": maps, authorization }, { endStream: false });
  const response = once(stream, "response");
  const closed = once(stream, "close");
  stream.write(chunk);
  const [{ ":status": status }] = (await response) as [{ ":status": number }];
  stream.resume();
  await closed;
  return [status, stream.rstCode];
}

test("over HTTP/2 the streams end without an error, and the session serves other requests", async () => {
  const { listener, authorization, administrator, read } = await start();
  await using _ = listener;
  const session = connect(listener.url, { ca: listener.caCertificate });

  const outcomes = await Promise.all(Array.from({ length: streams }, () => postOpenBody(session, authorization)));
  const later = session.request({ ":path": "/version", authorization: administrator });
  const [{ ":status": status }] = (await once(later, "response")) as [{ ":status": number }];
  session.destroy();

  expect(new Set(outcomes.map(String))).toEqual(new Set(["403,0"]));
  expect([status, read]).toEqual([200, []]);
});

/** Sends bytes on one connection over HTTP/1.1. Resolves with the status lines and the end of the connection. */
async function exchange(listener: Listener, sent: readonly (string | Buffer)[], responses: number): Promise<string[]> {
  const socket = connectTls({
    host: "127.0.0.1",
    port: Number(new URL(listener.url).port),
    ca: listener.caCertificate,
  });
  const lines: string[] = [];
  const done = Promise.withResolvers<void>();
  socket.on("error", () => undefined); // The server closes the connection while the client is sending.
  socket.on("close", () => {
    lines.push("closed");
    done.resolve();
  });
  socket.on("data", (data: Buffer) => {
    lines.push(...(data.toString().match(/^HTTP\/1\.1 \d+|^connection: close/gimu) ?? []));
    if (lines.filter((line) => line.startsWith("HTTP")).length === responses) done.resolve();
  });
  for (const bytes of sent) socket.write(bytes);
  await done.promise;
  socket.destroy();
  return lines;
}

test("over HTTP/1.1 a body of up to 256 KiB is discarded, and the connection serves the next request", async () => {
  const { listener, authorization, administrator, read } = await start();
  await using _ = listener;
  const head = (start: string, user: string): string => `${start}\r\nHost: localhost\r\nAuthorization: ${user}\r\n\r\n`;
  const post = head(`POST ${maps} HTTP/1.1\r\nContent-Length: ${2 * chunk.length}`, authorization);

  const lines = await exchange(listener, [post, chunk, chunk, head("GET /version HTTP/1.1", administrator)], 2);

  expect([lines, read]).toEqual([["HTTP/1.1 403", "HTTP/1.1 200"], []]);
});

test("over HTTP/1.1 a longer body ends the connection", async () => {
  const { listener, authorization, read } = await start();
  await using _ = listener;
  const head = `POST ${maps} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`;

  const lines = await exchange(listener, [`${head}Content-Length: ${5 * chunk.length}\r\n\r\n`, chunk], 1);

  expect([lines, read]).toEqual([["HTTP/1.1 403", "connection: close"], []]);
});
