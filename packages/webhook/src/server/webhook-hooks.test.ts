// The hooks of a webhook server over HTTPS: mux, context, log, panics, readiness and TLS.
import { connect } from "node:tls";
import { expect, test } from "vitest";
import type { AdmissionWebhook } from "../admission/webhook.ts";
import { loopbackCertificate, serveOnLoopback } from "../testdata/served-webhooks.ts";
import type { WebhookMux } from "./answer.ts";
import { createWebhookServer } from "./webhook-server.ts";

const review = {
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "u1",
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "Pod" },
    namespace: "kitchen",
    name: "oven",
    userInfo: { username: "ann" },
    object: {},
  },
};

const broken: AdmissionWebhook = () => Promise.reject(new Error("the oven is cold"));

test("the mux responds to paths without a webhook, and other paths are 404", async () => {
  const webhookMux: WebhookMux = async ({ method, path, headers, body }) =>
    path.startsWith("/menu/")
      ? {
          status: 418,
          headers: { "content-type": "text/plain", "x-length": String(body?.length) },
          body: new TextEncoder().encode(`${method} ${path} for ${headers["x-guest"]}`),
        }
      : undefined;
  const { post } = await serveOnLoopback({ webhookMux, webhooks: { "/menu/allow": async () => ({}) } });

  expect(await post("/menu/soup?hot", {}, { "x-guest": "ann" })).toEqual({
    status: 418,
    text: "POST /menu/soup?hot for ann",
  });
  expect((await post("/menu/allow", review)).status).toBe(200);
  expect((await post("/other", review)).status).toBe(404);
});

test("the response of a mux that throws is 500 without its error", async () => {
  const { post } = await serveOnLoopback({ webhookMux: () => Promise.reject(new Error("the oven is cold")) });

  expect(await post("/menu", {})).toEqual({ status: 500, text: "the webhook failed; its log says why\n" });
});

test("a webhook receives the path and headers of its request, and the values of contextFunc", async () => {
  const seen: unknown[] = [];
  const { post } = await serveOnLoopback({
    contextFunc: ({ headers, path }) => ({ tenant: headers["x-tenant"], query: path.split("?")[1] }),
    webhooks: {
      async "/allow"(_request, { path, headers, values }) {
        seen.push(path, headers["x-tenant"], values);
        return {};
      },
    },
  });

  await post("/allow?timeout=10s", review, { "content-type": "application/json", "x-tenant": "blue" });

  expect(seen).toEqual(["/allow", "blue", { tenant: "blue", query: "timeout=10s" }]);
});

test("the log of an admission request has its object, operation and user; logConstructor replaces them", async () => {
  const greet: AdmissionWebhook = async (_request, { log }) => {
    log.info("hello");
    return {};
  };
  const own = await serveOnLoopback({ webhooks: { "/greet": greet } });
  const changed = await serveOnLoopback({
    webhooks: { "/greet": greet },
    logConstructor: (base, { name }) => base.child({ dish: name }),
  });

  await own.post("/greet", review);
  await changed.post("/greet", review);

  const fields = { path: "/greet", message: "hello" };
  expect(greeting(own.lines)).toEqual([
    { ...fields, uid: "u1", operation: "CREATE", kind: "Pod", namespace: "kitchen", name: "oven", user: "ann" },
  ]);
  expect(greeting(changed.lines)).toEqual([{ ...fields, dish: "oven" }]);
});

test("with recoverPanic: false a webhook that throws closes its connection, and others are served", async () => {
  const { post, lines } = await serveOnLoopback({
    recoverPanic: false,
    webhooks: { "/broken": broken, "/allow": async () => ({}) },
  });

  await expect(post("/broken", review)).rejects.toThrow("socket hang up");
  expect((await post("/allow", review)).status).toBe(200);
  expect(lines.filter((line) => line.includes("the oven is cold"))).toHaveLength(1);
});

test("the number of requests in flight decreases when a webhook throws without recovery", async () => {
  const statuses: number[] = [];
  const server = createWebhookServer({
    recoverPanic: false,
    webhooks: { "/broken": broken },
    observer: { requestStarted: () => (status) => void statuses.push(status) },
  });
  const body = new TextEncoder().encode(JSON.stringify(review));
  const headers = { "content-type": "application/json" };

  await expect(server.handle({ method: "POST", path: "/broken", headers, body })).rejects.toThrow("the oven is cold");

  expect(statuses).toEqual([500]);
});

test("the started checker passes while the server accepts TLS connections", async () => {
  const { server, stop } = await serveOnLoopback({ tls: { minVersion: "TLSv1.3" } });
  const check = server.startedChecker();

  await check();
  await stop();

  await expect(check()).rejects.toThrow("the webhook server has not been started yet");
});

test("the started checker passes without a client certificate that the server requires", async () => {
  const { ca } = await loopbackCertificate();
  const { server } = await serveOnLoopback({ tls: { clientCa: ca } });

  await server.startedChecker()();
});

test("the started checker fails before the server is started", async () => {
  await expect(createWebhookServer({}).startedChecker()()).rejects.toThrow(
    "the webhook server has not been started yet",
  );
});

test("tls restricts the versions of TLS", async () => {
  const { port } = await serveOnLoopback({ tls: { minVersion: "TLSv1.3" } });

  const message = await new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, maxVersion: "TLSv1.2", rejectUnauthorized: false }, () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.once("error", (error: Error) => resolve(error.message));
  });

  expect(message).toMatch(/alert protocol version/);
});

test.each([
  [{ webhooks: { allow: async () => ({}) } }, 'path is "allow", must begin with "/"'],
  [
    { webhooks: { "/a": async () => ({}) }, authenticationWebhooks: { "/a": () => ({}) } },
    '"/a" has two webhooks, must have one',
  ],
])("invalid and duplicate paths are rejected", (options, message) => {
  expect(() => createWebhookServer(options)).toThrow(`Cannot serve webhooks: ${message}`);
});

function greeting(lines: readonly string[]): unknown[] {
  return lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ message }) => message === "hello")
    .map(({ time: _time, level: _level, ...fields }) => fields);
}
