import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { connectKubeconfig, connectUrl } from "./connection.ts";

test("get() sends requests below the configured address, with the configured credentials", async () => {
  await using server = await answering(200, '{"gitVersion":"v1.36.3"}');

  const answer = await connectUrl(`${server.url}/prefix`, { token: "secret" }).get("/version", "application/json;v=v2");

  expect(answer).toEqual({ gitVersion: "v1.36.3" });
  expect(server.asked[0]).toMatchObject({
    url: "/prefix/version",
    headers: { authorization: "Bearer secret", accept: "application/json;v=v2" },
  });
});

test("get() throws an error with the status and body of an error response", async () => {
  await using server = await answering(403, "forbidden: who are you?");

  await expect(connectUrl(server.url).get("/api")).rejects.toThrow(
    'Cannot read "/api": the server responded with 403: forbidden: who are you?',
  );
});

test("get() rejects a response that is not JSON", async () => {
  await using server = await answering(200, "ok");

  await expect(connectUrl(server.url).get("/readyz")).rejects.toThrow('Cannot read "/readyz": the answer is not JSON');
});

test("connectUrl() rejects an address that is not HTTP", () => {
  expect(() => connectUrl("ftp://example.test")).toThrow(
    'Cannot connect to "ftp://example.test": the protocol is "ftp:", expected "http:" or "https:"',
  );
});

test("connectKubeconfig() uses the server and the token of the current context", async () => {
  await using server = await answering(200, "{}");
  await using file = await kubeconfig(`
current-context: here
contexts: [{ name: here, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: "${server.url}" } }]
users: [{ name: u, user: { token: secret } }]
`);

  await (await connectKubeconfig(file.path)).get("/version");

  expect(server.asked[0]?.headers.authorization).toBe("Bearer secret");
});

test("connectKubeconfig() rejects a missing context, and a user with a credential plugin", async () => {
  await using file = await kubeconfig(`
contexts: [{ name: plugin, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: "https://example.test" } }]
users: [{ name: u, user: { exec: { command: login } } }]
`);

  await expect(connectKubeconfig(file.path, "other")).rejects.toThrow(
    `Cannot use the kubeconfig "${file.path}": its context "other" names no cluster and user of it`,
  );
  await expect(connectKubeconfig(file.path, "plugin")).rejects.toThrow(
    "its user has neither a token nor a certificate; run `kubectl proxy` and give its address with --url",
  );
});

interface AnsweringServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly IncomingMessage[];
}

async function answering(status: number, body: string): Promise<AnsweringServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(status, { connection: "close" }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("Cannot read the port of the test's server");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

async function kubeconfig(content: string): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-kubeconfig-"));
  const file = path.join(folder, "config");
  await writeFile(file, content);
  return { path: file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
