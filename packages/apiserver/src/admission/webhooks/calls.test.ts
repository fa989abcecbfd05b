// Calls of webhooks: addresses, timeouts, parallel calls, and shutdown.
import { expect, test } from "vitest";
import { bodyOf, emptyBody } from "@kubewright/transport";
import type { Transport, TransportResponse } from "@kubewright/transport";
import { createApiServer } from "../../api-server.ts";
import { configure, patching, startWebhookServer, webhook } from "./testdata/webhook-server.ts";
import type { WebhookServer, TestResponse } from "./testdata/webhook-server.ts";
import type { WebhookTarget } from "../../webhook-client/target.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

function create(server: WebhookServer, name: string, query = ""): Promise<TestResponse> {
  return server.send("POST", `${configMaps}${query}`, { metadata: { name } });
}

const never = (): Promise<never> => Promise.withResolvers<never>().promise;

test("a call fails at the timeout of its webhook, also if the transport ignores the signal", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("slow", { timeoutSeconds: 3 }));
  server.respond("/slow", never);
  const startedAt = server.clock.now();

  const { status, body } = await server.clock.runUntilSettled(create(server, "a"));

  expect(server.clock.now() - startedAt).toBe(3000);
  expect(status).toBe(500);
  expect(body.message).toBe(
    'Internal error occurred: failed calling webhook "slow.hooks.test": failed to call webhook: ' +
      'Post "https://hooks.test/slow?timeout=3s": context deadline exceeded',
  );
  expect(server.clock.pendingTimers).toBe(0);
});

test("validating webhooks are called in parallel, and the first denial is the response", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("late"), webhook("soon"), webhook("yes"));
  for (const [path, ms] of [
    ["/late", 4000],
    ["/soon", 2000],
  ] as const) {
    server.respond(path, async () => {
      await server.clock.sleep(ms);
      return { allowed: false, status: { message: path } };
    });
  }
  const startedAt = server.clock.now();

  const { body } = await server.clock.runUntilSettled(create(server, "a"));

  expect(body.message).toBe('admission webhook "soon.hooks.test" denied the request: /soon');
  expect(server.clock.now() - startedAt).toBe(4000);
  expect(server.calls).toHaveLength(3);
});

test("dial() is called once for each origin, with the trusted certificates, and with the service if there is one", async () => {
  await using server = startWebhookServer();
  const caBundle = Buffer.from("PEM").toString("base64");
  await configure(
    server,
    "Validating",
    "v",
    webhook("one", { clientConfig: { url: "https://a.test:8443/one", caBundle } }),
    webhook("two", { clientConfig: { url: "https://a.test:8443/two", caBundle } }),
    webhook("three", { clientConfig: { service: { namespace: "n", name: "s", path: "/three" } } }),
  );

  await create(server, "a");
  await create(server, "b");

  expect(
    server.dialled.map(({ url, service, caBundle: ca }) => [url.href, service, ca && Buffer.from(ca).toString()]),
  ).toEqual([
    ["https://a.test:8443/one", undefined, "PEM"],
    ["https://s.n.svc/three", { namespace: "n", name: "s", port: 443 }, undefined],
  ]);
  expect(server.calls.map(({ path }) => path.split("?")[0])).toEqual([
    "/one",
    "/two",
    "/three",
    "/one",
    "/two",
    "/three",
  ]);
});

test("dial() is called for the host of a redirect, without the service that redirects", async () => {
  await using server = startWebhookServer();
  const service = { namespace: "n", name: "s", path: "/x" };
  await configure(server, "Validating", "v", webhook("x", { clientConfig: { service } }));
  server.respond("/x", () => redirect(307, "/y"));
  server.respond("/y", () => redirect(307, "https://other.test/z?a=b"));

  const { status } = await create(server, "a");

  expect(status).toBe(201);
  expect(server.calls.map(({ target, path }) => [target.url.href, target.service?.name, path])).toEqual([
    ["https://s.n.svc/x", "s", "/x?timeout=10s"],
    ["https://s.n.svc/x", "s", "/y"],
    ["https://other.test/z", undefined, "/z?a=b"],
  ]);
});

function redirect(status: number, location: string): TransportResponse {
  return { status, headers: { location }, body: emptyBody() };
}

test("an error of dial() fails the call, with the address of the service", async () => {
  const dial = (): Transport => {
    throw new Error("no way");
  };
  await using server = startWebhookServer({ webhooks: { dial } });
  const service = { namespace: "n", name: "s", path: "/x", port: 8443 };
  await configure(server, "Validating", "v", webhook("x", { clientConfig: { service } }));

  const { body } = await create(server, "a");

  expect(body.message).toBe(
    'Internal error occurred: failed calling webhook "x.hooks.test": failed to call webhook: ' +
      'Post "https://s.n.svc:8443/x?timeout=10s": no way',
  );
});

test("without dial(), the call of a service fails, and the error names the missing option", async () => {
  await using server = startWebhookServer({ webhooks: {} });
  const service = { namespace: "default", name: "kubernetes" };
  const absent = { namespace: "default", name: "absent" };
  const selecting = (review: string): object => ({ objectSelector: { matchLabels: { review } } });
  await configure(
    server,
    "Validating",
    "v",
    webhook("found", { clientConfig: { service }, ...selecting("found") }),
    webhook("absent", { clientConfig: { service: absent }, ...selecting("absent") }),
  );
  const messageOf = async (label: string): Promise<string> => {
    const labels = { review: label };
    return (await server.send("POST", configMaps, { metadata: { name: "a", labels } })).body.message;
  };

  expect(await messageOf("absent")).toMatch(/\?timeout=10s": service "absent" not found$/);
  expect(await messageOf("found")).toMatch(
    /: service "kubernetes" has no address here; give the webhook a url, or resolve services with the option webhooks\.dial$/,
  );
});

test("a response over the size limit fails the call", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("endless"));
  const chunk = new Uint8Array(1024 * 1024);
  const body = bodyOf(...Array.from({ length: 17 }, () => chunk));
  server.respond("/endless", () => ({ status: 200, headers: {}, body }));

  const { status, body: response } = await create(server, "a");

  expect(status).toBe(500);
  expect(response.message).toContain("16777216");
});

test("the bodies of all redirects are discarded, also of one that cannot be followed", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("loop"), webhook("nowhere"));
  let open = 0;
  const endless = (location: string): TransportResponse => {
    open += 1;
    const next = async (): Promise<IteratorResult<Uint8Array>> => ({ done: false, value: new Uint8Array(1) });
    const end = async (): Promise<IteratorResult<Uint8Array>> => {
      open -= 1;
      return { done: true, value: undefined };
    };
    return { status: 307, headers: { location }, body: { [Symbol.asyncIterator]: () => ({ next, return: end }) } };
  };
  server.respond("/loop", () => endless("/loop"));
  server.respond("/nowhere", () => endless("https://%zz"));

  const { status } = await create(server, "a");

  expect([status, server.calls.length, open]).toEqual([500, 11, 0]);
});

test("disposing the server fails open calls and disposes their transports", async () => {
  const disposed: WebhookTarget[] = [];
  const dial = (target: WebhookTarget): Transport => ({
    request: never,
    upgrade: never,
    [Symbol.asyncDispose]: async () => void disposed.push(target),
  });
  const server = startWebhookServer({ webhooks: { dial } });
  await configure(server, "Validating", "v", webhook("slow"));
  const pending = create(server, "a");
  await server.clock.settle();

  await server[Symbol.asyncDispose]();

  expect((await pending).status).toBe(500);
  expect(disposed).toHaveLength(1);
  expect(server.clock.pendingTimers).toBe(0);
});

test("a fork has the configurations of its server, and changes to them do not affect that server", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("no"));
  server.respond("/no", () => ({ allowed: false }));
  await using fork = server.server.fork();
  const transport = fork.transport();
  const create = async (): Promise<number> => {
    const body = JSON.stringify({ metadata: { name: "a" } });
    return (await transport.request({ method: "POST", path: configMaps, body })).status;
  };

  expect(await create()).toBe(400);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v";
  await transport.request({ method: "DELETE", path });
  expect(await create()).toBe(201);
  expect((await server.send("POST", configMaps, { metadata: { name: "a" } })).status).toBe(400);
});

test("an update that meets a concurrent write calls its webhooks again, with the newer object", async () => {
  await using server = startWebhookServer();
  await create(server, "a");
  await configure(server, "Mutating", "m", webhook("note", { objectSelector: { matchLabels: { review: "yes" } } }));
  let isFirst = true;
  server.respond("/note", async () => {
    if (isFirst) {
      isFirst = false;
      await server.send("PATCH", `${configMaps}/a`, { data: { other: "1" } }, "application/merge-patch+json");
    }
    return patching({ op: "add", path: "/metadata/annotations", value: { noted: "yes" } });
  });
  const labels = { metadata: { labels: { review: "yes" } } };

  const { body } = await server.send("PATCH", `${configMaps}/a`, labels, "application/merge-patch+json");

  expect(body).toMatchObject({
    data: { other: "1" },
    metadata: { annotations: { noted: "yes" }, labels: { review: "yes" } },
  });
  expect(server.calls.map(({ request }) => request.object.data)).toEqual([undefined, { other: "1" }]);
});

test("createApiServer() can disable the webhook plugins", async () => {
  const disableAdmissionPlugins = ["MutatingAdmissionWebhook", "ValidatingAdmissionWebhook"];
  await using server = startWebhookServer({ disableAdmissionPlugins });
  await configure(server, "Validating", "v", webhook("no"));

  expect((await create(server, "a")).status).toBe(201);
  expect(server.calls).toEqual([]);
  expect(() => createApiServer({ enableAdmissionPlugins: ["Nope"] })).toThrow(/"ValidatingAdmissionWebhook"/);
});
