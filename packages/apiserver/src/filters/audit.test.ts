import assert from "node:assert/strict";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { createVirtualClock } from "@kubewright/async";
import { createApiServer } from "../api-server.ts";
import type { ApiServer } from "../api-server.ts";
import { configure, startWebhookServer, webhook } from "../admission/webhooks/testdata/webhook-server.ts";
import type { AuditEvent } from "./audit-event.ts";

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
const receivedAt = "2026-11-22T12:00:00.000000Z";
const event = { kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", auditID: "a", user: admin } as const;
const times = { requestReceivedTimestamp: receivedAt, stageTimestamp: receivedAt };
const allowed = { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" };

/** Stage, code and message of each event. */
function outcomes(events: readonly AuditEvent[]): readonly (readonly unknown[])[] {
  return events.map(({ stage, responseStatus }) => [stage, responseStatus?.code, responseStatus?.message]);
}

test("a request has an event when it is authenticated, and one with its object and outcome", async () => {
  const started = start();

  await send(started, "GET", "/api/v1/namespaces/default/pods/p/status?pretty=true");

  const request = {
    ...event,
    ...times,
    requestURI: "/api/v1/namespaces/default/pods/p/status?pretty=true",
    verb: "get",
    objectRef: { apiVersion: "v1", resource: "pods", subresource: "status", namespace: "default", name: "p" },
  };
  assert.deepEqual(started.events, [
    { ...request, stage: "RequestReceived" },
    {
      ...request,
      stage: "ResponseComplete",
      responseStatus: {
        metadata: {},
        status: "Failure",
        message: 'pods "p" not found',
        reason: "NotFound",
        details: { name: "p", kind: "pods" },
        code: 404,
      },
      annotations: allowed,
    },
  ]);
});

test("the event of an impersonated request has both users", async () => {
  const started = start();

  await send(started, "GET", "/version", { headers: { "impersonate-user": "jane" } });

  assert.deepEqual(
    started.events.map(({ user, impersonatedUser }) => [user, impersonatedUser]),
    [
      [admin, undefined],
      [admin, { username: "jane", groups: ["system:authenticated"] }],
    ],
  );
});

test("an event shows bytes of names that are not UTF-8 as the replacement character", async () => {
  const started = start();

  await send(started, "GET", "/api/v1/namespaces/default/pods/%ff", { headers: { "impersonate-user": "\udcff" } });

  const [, last] = started.events;
  const { message, details } = last?.responseStatus ?? {};
  assert.deepEqual(
    [last?.impersonatedUser?.username, last?.objectRef?.name, details?.name],
    ["\ufffd", "\ufffd", "\ufffd"],
  );
  assert.match(message ?? "", /^pods "\\xff" is forbidden: User "\\xff" cannot get/);
});

test("a request that is not permitted has an event with the decision", async () => {
  const started = start();
  const transport = started.server.transport({ name: "jane", groups: [] });

  await readText(await transport.request({ method: "DELETE", path: "/apis/apps/v1/namespaces/n/deployments/d" }));

  const [, last] = started.events;
  assert.deepEqual([last?.user.username, last?.responseStatus?.code, last?.objectRef?.apiGroup], ["jane", 403, "apps"]);
  assert.equal(last?.annotations?.["authorization.k8s.io/decision"], "forbid");
});

test("an observer that throws does not change the response, and its errors are reported", async () => {
  const reported: unknown[] = [];
  const failure = new Error("no space");
  const started = start({
    onAuditEvent: () => {
      throw failure;
    },
    onInternalError: (error) => void reported.push(error),
  });

  const path = "/api/v1/namespaces/default/configmaps";
  const response = await started.server
    .transport()
    .request({ method: "POST", path, body: JSON.stringify({ metadata: { name: "a" } }) });

  assert.equal(response.status, 201);
  assert.deepEqual(reported, [failure, failure]);
});

test("a defect of the server has the stage Panic, with the status that the client receives", async () => {
  const started = start({
    loadTypeDescriptions: () => {
      throw new TypeError("broken");
    },
  });

  await send(started, "GET", "/openapi/v2");

  assert.deepEqual(outcomes(started.events), [
    ["RequestReceived", undefined, undefined],
    ["Panic", 500, "Internal error occurred: broken"],
  ]);
});

test("the annotations of PodSecurity are in the event", async () => {
  const started = start({ podSecurity: { defaults: { enforce: "baseline", audit: "restricted" } } });
  const spec = { containers: [{ name: "c", image: "i" }], hostPID: true };

  await send(started, "POST", "/api/v1/namespaces/default/pods", { body: { metadata: { name: "p" }, spec } });
  await send(started, "GET", "/api/v1/namespaces/default/pods");

  const [create, list] = started.events.filter(({ stage }) => stage === "ResponseComplete");
  assert.deepEqual(Object.keys(create?.annotations ?? {}).toSorted(), [
    "authorization.k8s.io/decision",
    "authorization.k8s.io/reason",
    "pod-security.kubernetes.io/audit-violations",
    "pod-security.kubernetes.io/enforce-policy",
  ]);
  assert.equal(create?.annotations?.["pod-security.kubernetes.io/enforce-policy"], "baseline:latest");
  assert.equal(create?.responseStatus?.code, 403);
  assert.deepEqual(list?.annotations, allowed);
});

test("a watch has an event when its response starts, and one when it ends", async () => {
  const started = start();
  const { body } = await started.server
    .transport()
    .request({ method: "GET", path: "/api/v1/namespaces/default/pods?watch=true" });
  const stages = (): readonly string[] => started.events.map(({ stage }) => stage);
  assert.deepEqual(stages(), ["RequestReceived", "ResponseStarted"]);

  await body[Symbol.asyncIterator]().return?.();

  assert.deepEqual(stages(), ["RequestReceived", "ResponseStarted", "ResponseComplete"]);
});

test("an event shows the verb of the constrained mode that permitted an impersonation", async () => {
  const started = start();

  await send(started, "GET", "/version", { headers: { "impersonate-user": "jane" } });

  const metadata = started.events.map(({ stage, authenticationMetadata }) => [stage, authenticationMetadata]);
  assert.deepEqual(metadata, [
    ["RequestReceived", undefined],
    ["ResponseComplete", { impersonationConstraint: "impersonate:user-info" }],
  ]);
});

test("the event of a request that took longer than 500 ms shows how long it and its webhooks took", async () => {
  const events: AuditEvent[] = [];
  await using server = startWebhookServer({ onAuditEvent: (event) => void events.push(event) });
  await configure(server, "Mutating", "m", webhook("first"), webhook("second"));
  await configure(server, "Validating", "v", webhook("third"), webhook("fourth"));
  const respondAfter = (path: string, ms: number): void =>
    server.respond(path, async () => {
      await server.clock.sleep(ms);
      return { allowed: true };
    });
  const annotationsOf = async (name: string, [first, second, third, fourth]: readonly number[]): Promise<unknown> => {
    respondAfter("/first", first ?? 0);
    respondAfter("/second", second ?? 0);
    respondAfter("/third", third ?? 0);
    respondAfter("/fourth", fourth ?? 0);
    const created = server.send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name } });
    await server.clock.advance(10_000);
    assert.equal((await created).status, 201);
    const shown = Object.entries(events.at(-1)?.annotations ?? {}).filter(([key]) => key.includes("latency"));
    return Object.fromEntries(shown);
  };

  const quick = await annotationsOf("quick", [100, 100, 100, 200]);
  const slow = await annotationsOf("slow", [100, 1000, 100.5, 2]);

  assert.deepEqual(quick, {});
  assert.deepEqual(slow, {
    "apiserver.latency.k8s.io/total": "1.2005s",
    "apiserver.latency.k8s.io/mutating-webhook": "1.1s",
    "apiserver.latency.k8s.io/validating-webhook": "100.5ms",
  });
});
