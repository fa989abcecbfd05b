// Users who open many connections, over HTTP/2 and HTTP/1.1.
import { once } from "node:events";
import { connect } from "node:http2";
import type { ClientHttp2Session } from "node:http2";
import { Agent, get } from "node:https";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import { administrator } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { startTestServer } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";
import { UserConnections } from "./user-connections.ts";

const jane: UserInfo = { name: "jane", groups: [] };
const watchPath = "/api/v1/configmaps?watch=true";
const limit = 3;
const clock = createVirtualClock({ startTime: createSystemClock().wallTime() }); // Certificates are validated with the time of the system.

async function start(): Promise<Listener> {
  const { handle, issuedTokens } = startTestServer({ authorization: "AlwaysAllow" }).server;
  const connections = new UserConnections(limit);
  const listener = await listen({ handle, issuedTokens, clock, random: createSeededRandom("users"), connections });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return listener;
}

function authorizationOf(listener: Listener, user: UserInfo): string {
  const config = JSON.parse(listener.kubeconfig(user)) as { users: [{ user: { token: string } }] };
  return `Bearer ${config.users[0].user.token}`;
}

/** Opens a session and sends one request. Resolves when the response has begun. */
async function openSession(listener: Listener, authorization: string, path = "/version"): Promise<ClientHttp2Session> {
  const session = connect(listener.url, { ca: listener.caCertificate });
  session.on("error", () => undefined); // The server closes it.
  onTestFinished(() => session.destroy());
  const stream = session.request({ ":path": path, authorization });
  stream.on("error", () => undefined);
  const [headers] = (await once(stream, "response")) as [{ ":status": number }];
  expect(headers[":status"]).toBe(200);
  stream.resume();
  if (path === "/version") await once(stream, "end");
  return session;
}

test("beyond the limit of a user, the oldest connection without a request is closed, and a watch stays", async () => {
  const listener = await start();
  const [ofJane, ofJoe] = [authorizationOf(listener, jane), authorizationOf(listener, { name: "joe", groups: [] })];
  const isClosed = (sessions: readonly ClientHttp2Session[]): boolean[] => sessions.map(({ destroyed }) => destroyed);

  const sessions = [await openSession(listener, ofJane, watchPath)];
  for (let n = 0; n < 4; n++) sessions.push(await openSession(listener, ofJane));
  const others = [await openSession(listener, ofJoe)];

  await expect.poll(() => isClosed(sessions)).toEqual([false, true, true, false, false]);
  expect(isClosed(others)).toEqual([false]);
});

test("if all connections of a user have requests, the oldest one is closed", async () => {
  const listener = await start();
  const authorization = authorizationOf(listener, jane);

  const sessions: ClientHttp2Session[] = [];
  for (let n = 0; n < 4; n++) sessions.push(await openSession(listener, authorization, watchPath));

  await expect.poll(() => sessions.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

test("an administrator may have more connections, over HTTP/1.1 too, and closed connections are not counted", async () => {
  const listener = await start();
  const [ofAdministrator, ofJane] = [authorizationOf(listener, administrator), authorizationOf(listener, jane)];
  const request = async (agent: Agent, authorization: string): Promise<number | undefined> => {
    const sent = get(`${listener.url}/version`, { ca: listener.caCertificate, agent, headers: { authorization } });
    const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume: () => void }];
    response.resume();
    await once(sent, "close");
    return response.statusCode;
  };
  const agents = Array.from({ length: limit + 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => {
    for (const agent of agents) agent.destroy();
  });

  for (const agent of agents) expect(await request(agent, ofAdministrator)).toBe(200);
  const sessions: ClientHttp2Session[] = [];
  for (let n = 0; n < 5; n++) {
    const session = await openSession(listener, ofJane);
    if (n < 3) {
      session.destroy();
      await once(session, "close");
    } else sessions.push(session);
  }

  expect(sessions.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  for (const agent of agents) expect(Object.keys(agent.freeSockets)).toHaveLength(1);
});
