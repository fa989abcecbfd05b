// The command in this process, with operators that serve webhooks: on the embedded cluster, on the cluster of a context, and through ssh.
import { Unstructured } from "@kubewright/apimachinery";
import { chmod, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ResourceType } from "@kubewright/apimachinery";
import { startEnvironment, waitFor, webhookConfigurationTypes } from "@kubewright/envtest";
import type { ClientConfig, WebhookConfiguration } from "@kubewright/envtest";
import { expect, test } from "vitest";

import { startExample, startSmallProject } from "../testdata/dev-fixture.ts";

const timeoutMs = 120_000;

test(
  "dev routes the webhooks of a project to the operator, applies its samples, and leaves nothing behind",
  async () => {
    await using fixture = await startExample("i-operator");

    const running = fixture.dev(["--samples", "--", "--health-probe-bind-address", "0"]);
    await fixture.untilPrinted("waiting for saves");
    await using cluster = await fixture.reach();
    const { metadata, ...rest } = application;
    const refused = await cluster.client
      .create(Unstructured, { ...rest, metadata: { ...metadata, name: "wrong" }, spec: { image: "Nginx" } })
      .catch(String);
    const key = { namespace: "default", name: "app-application-sample" };
    await waitFor(deploymentType, key, (found) => found !== undefined, cluster);
    fixture.signal("SIGINT");

    expect(await running).toBe(0);
    expect(refused).toContain(
      'admission webhook "vapplication-v1.lixueduan.com" denied the request: invalid image name',
    );
    expect(fixture.output()).toContain("samples   applied Application default/application-sample\n");
    expect(fixture.output()).toContain("Manager has stopped");
    expect(await readdir(path.join(fixture.folder, ".kubewright"))).toEqual([]);
  },
  timeoutMs,
);

test(
  "dev works with the cluster of a context, and restores its webhooks",
  async () => {
    await using env = await startEnvironment({ server: "embedded", controllers: "all", listen: {} });
    await using fixture = await startExample("i-operator");
    const kubeconfig = path.join(fixture.folder, "users-kubeconfig");
    const text = (await env.kubeconfig()).replaceAll(
      /"?current-context"?: "?kubewright"?/g,
      '"current-context": "none"',
    );
    await writeFile(kubeconfig, text, { mode: 0o600 });
    const deployed = { url: "https://deployed.example.dev/" };
    await env.client.create(Unstructured, configuration("i-operator-validating-webhook-configuration", deployed));

    const words = ["--context", "kubewright", "--", "--health-probe-bind-address", "0"];
    const running = fixture.dev(words, { KUBECONFIG: kubeconfig });
    await fixture.untilPrinted("waiting for saves");
    const refused = await env.client.create(Unstructured, application).catch(String);
    fixture.signal("SIGINT");
    const code = await running;
    const left = await Promise.all(webhookTypes.map(async (type) => Array.fromAsync(env.client.list(type))));

    expect(code).toBe(0);
    expect(refused).toContain("invalid image name");
    expect(left[0]).toEqual([]);
    expect(left[1]?.map(({ metadata, webhooks }) => [metadata.name, webhooks?.[0]?.clientConfig?.url])).toEqual([
      ["i-operator-validating-webhook-configuration", deployed.url],
    ]);
    expect(fixture.output()).toContain(
      "webhooks  the webhooks of the cluster are restored at the end; if this process is killed",
    );
    expect(fixture.output()).toContain(`cluster   using ${env.listener?.url}`);
  },
  timeoutMs,
);

test(
  "dev routes webhooks through a Service and ssh to the operator, and removes both",
  async () => {
    await using env = await startEnvironment({ server: "embedded", listen: {} });
    await using fixture = await startSmallProject();
    await fixture.write("kubeconfig", await env.kubeconfig());
    const webhook = configuration("checks", {
      service: { namespace: "system", name: "webhook-service", path: "/check" },
    });
    await fixture.write("config/webhook/manifests.yaml", JSON.stringify(webhook));
    await fixture.write("cmd/main.ts", listeningMain);
    await fixture.write("bin/ssh", '#!/bin/sh\necho "$@" > "${0%/*}/called"\nexec /bin/sleep 600\n');
    await chmod(path.join(fixture.folder, "bin/ssh"), 0o755);

    const variables = { KUBECONFIG: path.join(fixture.folder, "kubeconfig"), PATH: path.join(fixture.folder, "bin") };
    const words = [
      "--use-current-context",
      "--webhooks",
      "ssh",
      "--webhook-ssh",
      "me@node",
      "--webhook-address",
      "192.0.2.5:8443",
    ];
    const running = fixture.dev(words, variables);
    await fixture.untilPrinted("waiting for saves");
    const called = await fixture.untilWritten("bin/called"); // ssh runs until dev ends.
    const slice = await env.client.get(sliceType, routeKey);
    const [, asking] = await Promise.all(webhookTypes.map(async (type) => env.client.get(type, { name: "checks" })));
    fixture.signal("SIGINT");
    const code = await running;

    expect(code).toBe(0);
    expect(slice).toMatchObject({ endpoints: [{ addresses: ["192.0.2.5"] }], ports: [{ port: 8443 }] });
    expect(asking?.webhooks?.[0]?.clientConfig?.service).toEqual({ ...routeKey, path: "/check", port: 443 });
    expect(called).toMatch(/-R 0\.0\.0\.0:8443:127\.0\.0\.1:\d+ -- me@node\n$/);
    expect(await env.client.get(sliceType, routeKey)).toBeUndefined();
    expect(fixture.errors()).toBe("");
  },
  timeoutMs,
);

const deploymentType = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
} as const;
const routeKey = { namespace: "default", name: "kubewright-dev-webhooks" } as const;
const sliceType: ResourceType = {
  group: "discovery.k8s.io",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  namespaced: true,
};
const listeningMain = `
import { createServer } from "node:net";
const port = Number(process.argv.find((word) => word.startsWith("--webhook-port="))?.split("=")[1]);
const server = createServer().listen(port, "127.0.0.1");
process.once("SIGTERM", () => server.close());
`;
const application = {
  apiVersion: "core.crd.lixueduan.com/v1",
  kind: "Application",
  metadata: { namespace: "default", name: "wrong" },
  spec: { image: "Nginx" },
} as const;

const webhookTypes = webhookConfigurationTypes as readonly ResourceType<WebhookConfiguration>[];

function configuration(name: string, clientConfig: ClientConfig): WebhookConfiguration {
  const rules = [{ operations: ["CREATE"], apiGroups: ["example.dev"], apiVersions: ["v1"], resources: ["things"] }];
  const webhook = { name: "a.example.dev", clientConfig, rules, sideEffects: "None", admissionReviewVersions: ["v1"] };
  const apiVersion = "admissionregistration.k8s.io/v1";
  return { apiVersion, kind: "ValidatingWebhookConfiguration", metadata: { name }, webhooks: [webhook] };
}
