// Webhooks of the webhook package, called over TLS by either server: their defaults, rejections and warnings reach the user. Each test's webhooks are
// called for objects with one label, so that they do not affect other tests on the same server.
import { ConfigMap } from "@kubewright/api/core/v1";
import { field, invalid } from "@kubewright/apimachinery";
import { compileExpression, dynType, kubernetesEnvironment, valueOfJson } from "@kubewright/cel";
import { installWebhooks } from "@kubewright/envtest";
import type { EnvironmentWebhooks } from "@kubewright/envtest";
import { headerValuesOf } from "@kubewright/transport";
import { createDefaulter, createValidator } from "@kubewright/webhook";
import type { AdmissionRequest } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

test("a defaulter sets absent fields on creates, updates and dry runs", async () => {
  await using fixture = await startFixture({
    "/default": createDefaulter(ConfigMap, (object) => ({ ...object, data: { colour: "red", ...object.data } })),
  });
  const { client, configMap } = fixture;

  const created = await client.create(ConfigMap, configMap({ size: "1" }));
  const kept = await client.create(ConfigMap, configMap({ colour: "blue" }));
  const updated = await client.update(ConfigMap, { ...created, data: { size: "2" } });
  const tried = await client.create(ConfigMap, configMap({}), { dryRun: true });

  expect(created.data).toEqual({ colour: "red", size: "1" });
  expect(kept.data).toEqual({ colour: "blue" });
  expect(updated.data).toEqual({ colour: "red", size: "2" });
  expect(tried.data).toEqual({ colour: "red" });
});

test("a validator rejects with 403 and its message, on create, update and delete", async () => {
  await using fixture = await startFixture({
    "/validate": createValidator(ConfigMap, {
      create: ({ data }) => (data?.["size"] === "13" ? "13 is not a size" : undefined),
      update: ({ data }, old) => (data?.["size"] === old.data?.["size"] ? undefined : "sizes stay"),
      delete: ({ data }) => (data?.["size"] === "1" ? "the last one stays" : undefined),
    }),
  });
  const { client, configMap, webhookName } = fixture;
  const stored = await client.create(ConfigMap, configMap({ size: "1" }));

  const refused = await Promise.all([
    refusal(client.create(ConfigMap, configMap({ size: "13" }))),
    refusal(client.update(ConfigMap, { ...stored, data: { size: "2" } })),
    refusal(client.delete(stored)),
  ]);

  const begin = `admission webhook "${webhookName}" denied the request: `;
  expect(refused.map(({ status: { code, reason, message } }) => ({ code, reason, message }))).toEqual([
    { code: 403, reason: "Forbidden", message: `${begin}13 is not a size` },
    { code: 403, reason: "Forbidden", message: `${begin}sizes stay` },
    { code: 403, reason: "Forbidden", message: `${begin}the last one stays` },
  ]);
  expect((await client.get(ConfigMap, stored.metadata))?.data).toEqual({ size: "1" });
});

test("a validator that returns an API error rejects with its code, reason and details", async () => {
  await using fixture = await startFixture({
    "/validate": createValidator(ConfigMap, {
      create: ({ metadata }) => invalid(ConfigMap, metadata?.name ?? "", [field.required("data.size", "")]),
    }),
  });
  const { client, configMap, webhookName } = fixture;
  const object = configMap({});

  const { status } = await refusal(client.create(ConfigMap, object));

  const name = object.metadata?.name ?? "";
  expect(status).toMatchObject({
    code: 422,
    reason: "Invalid",
    message: `admission webhook "${webhookName}" denied the request: ConfigMap "${name}" is invalid: data.size: Required value`,
    details: { name, kind: "ConfigMap", causes: [{ reason: "FieldValueRequired", field: "data.size" }] },
  });
});

test("warnings reach the user of an object that is stored", async () => {
  await using fixture = await startFixture({
    "/validate": createValidator(ConfigMap, { create: () => ({ warnings: ["size is old, use width"] }) }),
  });
  const { server, namespace, configMap } = fixture;

  const response = await sendRequest(server.transport, {
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    body: configMap({ size: "1" }),
  });

  expect(response.status).toBe(201);
  expect(headerValuesOf(response.headers, "warning")).toEqual(['299 - "size is old, use width"']);
});

test("a webhook receives the user and the operation", async () => {
  const seen: AdmissionRequest[] = [];
  await using fixture = await startFixture({
    "/validate": async (request) => {
      seen.push(request);
      return {};
    },
  });
  const { client, configMap, namespace } = fixture;

  const stored = await client.create(ConfigMap, configMap({}));
  await client.delete(stored);

  const { name } = stored.metadata;
  const shown = seen.map(({ uid: _uid, user: _user, raw: _raw, object, oldObject, ...request }) => ({
    ...request,
    objects: [object?.metadata?.name, oldObject?.metadata?.name],
  }));
  const about = {
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    subresource: "",
    dryRun: false,
    name,
    namespace,
  };
  expect(shown).toEqual([
    { ...about, operation: "CREATE", objects: [name, undefined] },
    { ...about, operation: "DELETE", objects: [undefined, name] },
  ]);
  expect(seen[0]?.uid).not.toBe("");
  expect(seen[0]?.user.groups).toContain("system:authenticated");
  expect(seen[0]?.raw).toMatchObject({
    requestResource: { group: "", version: "v1", resource: "configmaps" },
    options: { kind: "CreateOptions", fieldValidation: "Strict" },
  });
});

test("a webhook evaluates an expression of an admission policy with the variables of its request", async () => {
  const expression = `request.operation == "DELETE" || request.userInfo.groups.exists(group, group == "system:authenticated")
    && (!has(object.data.size) || int(object.data.size) < 10)`;
  const variables = { request: dynType, object: dynType, oldObject: dynType };
  const compilation = compileExpression(expression, kubernetesEnvironment({ variables }));
  await using fixture = await startFixture({
    "/validate": async ({ raw }) => {
      if (compilation.kind === "failed") throw new Error(compilation.message);
      const { object, oldObject } = raw;
      const { value } = compilation.program.evaluate({
        request: valueOfJson(raw),
        object: valueOfJson(object),
        oldObject: valueOfJson(oldObject),
      });
      return value === true ? {} : { denied: "size must be less than 10" };
    },
  });
  const { client, configMap, webhookName } = fixture;

  const stored = await client.create(ConfigMap, configMap({ size: "9" }));
  const refused = await refusal(client.create(ConfigMap, configMap({ size: "10" })));

  expect(stored.data).toEqual({ size: "9" });
  expect(refused.message).toContain(`admission webhook "${webhookName}" denied the request: size must be less than 10`);
});

test("a webhook that throws fails the request, and the response does not contain the error", async () => {
  await using fixture = await startFixture({
    "/validate": () => Promise.reject(new Error("the secret of the house")),
  });
  const { client, configMap, webhookName } = fixture;

  const { status } = await refusal(client.create(ConfigMap, configMap({})));

  expect(status).toMatchObject({ code: 500, reason: "InternalError" });
  expect(status.message).toBe(
    `Internal error occurred: failed calling webhook "${webhookName}": failed to call webhook: ` +
      'an error on the server ("the webhook failed; its log says why") has prevented the request from succeeding',
  );
});

test("a server calls no webhook once their configurations are disposed", async () => {
  await using fixture = await startFixture({ "/validate": () => Promise.resolve({ denied: "no" }) });
  const { client, configMap } = fixture;
  await refusal(client.create(ConfigMap, configMap({})));

  await fixture.webhooks[Symbol.asyncDispose]();

  await expect(fixture.untilStored(configMap({ size: "1" }))).resolves.toMatchObject({ data: { size: "1" } });
});

interface Fixture extends AsyncDisposable {
  readonly server: ServerUnderTest;
  readonly client: ServerUnderTest["client"];
  readonly namespace: string;
  readonly webhookName: string;
  /** Disposed after the test, or earlier. */
  readonly webhooks: AsyncDisposable;
  /** A ConfigMap for which the webhooks are called. */
  configMap(data: Readonly<Record<string, string>>): ConfigMap;
  /** A real server uses a deleted configuration for a moment. */
  untilStored(object: ConfigMap): Promise<ConfigMap>;
}

/** The server with these webhooks at their paths, each in a separate configuration. */
async function startFixture(handlers: EnvironmentWebhooks["handlers"]): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startServerUnderTest());
  const { client, clock } = server;
  const namespace = await server.createNamespace();
  const label = server.uniqueName("hooks");
  const webhookName = `${label}.hooks.test`;
  const manifests = Object.keys(handlers).map((path) => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: path === "/default" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name: label },
    webhooks: [
      {
        name: webhookName,
        clientConfig: { service: { name: "webhook-service", namespace: "system", path } },
        rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
        objectSelector: { matchLabels: { [label]: "" } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  }));
  const webhooks = resources.use(await installWebhooks({ manifests, handlers }, server));
  const owned = resources.move();
  return {
    server,
    client,
    namespace,
    webhookName,
    configMap: (data) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace, name: server.uniqueName("a"), labels: { [label]: "" } },
      data,
    }),
    async untilStored(object) {
      for (let tries = 0; tries < 200; tries++) {
        try {
          return await client.create(ConfigMap, object);
        } catch {
          await clock.sleep(50); // Still asked, or the webhooks are gone before the configuration.
        }
      }
      throw new Error("the webhooks are asked after ten seconds");
    },
    webhooks,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
