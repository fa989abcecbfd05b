// A listener of a test server, and clients with full control of their requests.
import { request } from "node:https";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createSocketTransport } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { startTestServer } from "../../testdata/test-server.ts";
import type { TestServer } from "../../testdata/test-server.ts";
import type { Listener, ListenOptions } from "../listener.ts";
import { listen } from "../listener.ts";

export const admin = { name: "admin", groups: ["system:masters"] };
export const configMapsPath = "/api/v1/namespaces/default/configmaps";

export async function startListener(options: ListenOptions = {}): Promise<{ server: TestServer; listener: Listener }> {
  const server = startTestServer();
  const { handle, issuedTokens } = server.server;
  const parts = { ...options, handle, issuedTokens, clock: createSystemClock(), random: createSeededRandom("certificates") };
  return { server, listener: await listen(parts) };
}

export function tokenOf(listener: Listener): string {
  const config = JSON.parse(listener.kubeconfig(admin)) as { users: [{ user: { token: string } }] };
  return config.users[0].user.token;
}

export function adminTransport(listener: Listener): Transport {
  const token = tokenOf(listener);
  return createSocketTransport({
    server: listener.url,
    tls: { ca: listener.caCertificate },
    credentials: () => ({ authorization: `Bearer ${token}` }),
  });
}

/** A request over HTTP/1.1 with full control of its headers. */
export async function rawRequest(
  listener: Listener,
  {
    path = configMapsPath,
    method = "GET",
    headers = {},
    body = "",
  }: { path?: string; method?: string; headers?: Record<string, string>; body?: string },
  tls: { cert?: string; key?: string } = {},
): Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, unknown>;
    text: string;
  }>();
  const sent = request(
    `${listener.url}${path}`,
    { method, headers, ca: listener.caCertificate, agent: false, checkServerIdentity: () => undefined, ...tls },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

