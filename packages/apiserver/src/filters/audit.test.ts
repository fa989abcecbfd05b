import assert from "node:assert/strict";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { createVirtualClock } from "@kubewright/async";
import { createApiServer } from "../api-server.ts";
import type { ApiServer } from "../api-server.ts";
import type { AuditEvent } from "./audit.ts";

const startTime = Date.parse("2026-11-22T12:00:00Z");

function start(options: Parameters<typeof createApiServer>[0] = {}): { server: ApiServer; events: AuditEvent[] } {
  const events: AuditEvent[] = [];
  const clock = createVirtualClock({ startTime });
  const onAuditEvent = (event: AuditEvent): void => void events.push(event);
  return {
    server: createApiServer({ clock, disableAdmissionPlugins: ["ServiceAccount"], onAuditEvent, ...options }),
    events,
  };
}

async function send(
  { server }: Pick<ReturnType<typeof start>, "server">,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  await readText(await server.transport().request({ method, path, headers: { "audit-id": "a", ...headers }, ...sent }));
}

const admin = { username: "admin", groups: ["system:masters", "system:authenticated"] };

test("an event has the users, the object and the outcome of a request", async () => {
  const started = start();

  await send(started, "GET", "/api/v1/namespaces/default/pods/p/status?pretty=true");
  await send(started, "GET", "/version", { headers: { "impersonate-user": "jane" } });

  const shared = {
    auditID: "a",
    stage: "ResponseComplete",
    user: admin,
    requestReceivedTimestamp: "2026-11-22T12:00:00.000Z",
  };
  assert.deepEqual(started.events, [
    {
      ...shared,
      requestURI: "/api/v1/namespaces/default/pods/p/status?pretty=true",
      verb: "get",
      objectRef: { apiVersion: "v1", resource: "pods", subresource: "status", namespace: "default", name: "p" },
      responseStatus: { code: 404, message: 'pods "p" not found', reason: "NotFound" },
    },
    {
      ...shared,
      requestURI: "/version",
      verb: "get",
      impersonatedUser: { username: "jane", groups: ["system:authenticated"] },
      responseStatus: { code: 200 },
    },
  ]);
});

test("a request that is not permitted has an event", async () => {
  const started = start();
  const transport = started.server.transport({ name: "jane", groups: [] });

  await readText(await transport.request({ method: "DELETE", path: "/apis/apps/v1/namespaces/n/deployments/d" }));

  assert.deepEqual(
    started.events.map(({ user, responseStatus, objectRef }) => [
      user.username,
      responseStatus.code,
      objectRef?.apiGroup,
    ]),
    [["jane", 403, "apps"]],
  );
});

test("the annotations of PodSecurity are in the event", async () => {
  const started = start({ podSecurity: { defaults: { enforce: "baseline", audit: "restricted" } } });
  const spec = { containers: [{ name: "c", image: "i" }], hostPID: true };

  await send(started, "POST", "/api/v1/namespaces/default/pods", { body: { metadata: { name: "p" }, spec } });
  await send(started, "GET", "/api/v1/namespaces/default/pods");

  const [create, list] = started.events;
  assert.deepEqual(Object.keys(create?.annotations ?? {}).toSorted(), [
    "pod-security.kubernetes.io/audit-violations",
    "pod-security.kubernetes.io/enforce-policy",
  ]);
  assert.equal(create?.annotations?.["pod-security.kubernetes.io/enforce-policy"], "baseline:latest");
  assert.equal(create?.responseStatus.code, 403);
  assert.equal(list?.annotations, undefined);
});

test("a watch has one event, when its response starts", async () => {
  const started = start();
  await using stack = new AsyncDisposableStack();
  const { body } = await started.server
    .transport()
    .request({ method: "GET", path: "/api/v1/namespaces/default/pods?watch=true" });
  stack.defer(async () => void (await body[Symbol.asyncIterator]().return?.()));

  assert.deepEqual(
    started.events.map(({ stage, verb }) => [stage, verb]),
    [["ResponseStarted", "watch"]],
  );
});
