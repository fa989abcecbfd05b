// After a 401, credentials are renewed, and the request is sent once more if they have changed.
import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { test } from "vitest";
import { readText } from "./body.ts";
import { createSocketTransport } from "./socket-transport.ts";
import type { CredentialsProvider } from "./socket-transport.ts";
import { startHttp1Server } from "./testdata/servers.ts";

/** A provider whose token changes with `invalidate`, up to the last of `tokens`. */
function tokenProvider(
  ...tokens: readonly string[]
): CredentialsProvider & { readonly calls: { invalidated: number } } {
  const calls = { invalidated: 0 };
  const current = () => ({ authorization: tokens[Math.min(calls.invalidated, tokens.length - 1)] ?? "" });
  return Object.assign(current, { calls, invalidate: () => void (calls.invalidated += 1) });
}

async function startServer(): Promise<Awaited<ReturnType<typeof startHttp1Server>> & { readonly seen: string[] }> {
  const seen: string[] = [];
  const api = await startHttp1Server((request, response) => {
    const token = request.headers.authorization ?? "";
    let body = "";
    request
      .on("data", (chunk: Buffer) => (body += chunk.toString()))
      .on("end", () => {
        seen.push(`${token} ${body}`);
        response.writeHead(token === "good" ? 200 : 401).end(token);
      });
  });
  return Object.assign(api, { seen });
}

test("a request that is rejected with 401 is sent once more with renewed credentials and the same body", async () => {
  await using api = await startServer();
  const credentials = tokenProvider("old", "good");
  await using transport = createSocketTransport({ server: api.url, credentials });
  let sent = 0;

  const response = await transport.request({ method: "POST", path: "/", body: "{}", beforeSend: () => (sent += 1) });

  assert.equal(await readText(response), "good");
  assert.deepEqual(api.seen, ["old {}", "good {}"]);
  assert.equal(sent, 2);
});

test("a 401 is returned if the credentials stay the same, are rejected again, or cannot be renewed", async () => {
  await using api = await startServer();
  const [same, worse] = [tokenProvider("old"), tokenProvider("old", "older", "oldest")];
  const statusWith = async (credentials: CredentialsProvider, headers = {}) => {
    await using transport = createSocketTransport({ server: api.url, credentials });
    const { status, body } = await transport.request({ method: "GET", path: "/", headers });
    return [status, await readText({ body })];
  };

  assert.deepEqual(await statusWith(same), [401, "old"]);
  assert.deepEqual(await statusWith(worse), [401, "older"]);
  assert.deepEqual(await statusWith(() => ({ authorization: "fixed" })), [401, "fixed"]);
  assert.deepEqual(await statusWith(tokenProvider("a", "good"), { authorization: "own" }), [401, "own"]);
  assert.deepEqual([same.calls.invalidated, worse.calls.invalidated], [1, 1]);
});

test("an upgrade that is rejected with 401 is repeated, too", async () => {
  await using api = await startHttp1Server(() => {});
  api.server.on("upgrade", ({ headers }: IncomingMessage, socket: Duplex) => {
    const isGood = headers.authorization === "good";
    const head = isGood ? "101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket" : "401 Unauthorized";
    socket.end(`HTTP/1.1 ${head}\r\n\r\n${isGood ? "upgraded" : ""}`);
  });
  await using transport = createSocketTransport({ server: api.url, credentials: tokenProvider("old", "good") });
  await using hopeless = createSocketTransport({ server: api.url, credentials: tokenProvider("old") });

  await using connection = await transport.upgrade({ path: "/exec" });

  assert.equal(await readText({ body: connection.incoming }), "upgraded");
  await assert.rejects(hopeless.upgrade({ path: "/exec" }), /the server responded with 401/u);
});
