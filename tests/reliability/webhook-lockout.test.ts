// An operator whose webhooks are unreachable: all objects that it needs to recover can be written.
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { ConfigMap, Pod, Secret, Service, ServiceAccount } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { Unstructured } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { readManifests, startEnvironment } from "@kubewright/envtest";
import { expect, test } from "vitest";

const config = (file: string): string =>
  fileURLToPath(new URL(`../../examples/i-operator/config/${file}`, import.meta.url));

interface WebhookConfiguration extends KubernetesObject {
  readonly webhooks?: readonly {
    readonly failurePolicy?: string;
    readonly timeoutSeconds?: number;
    readonly rules?: readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[] }[];
  }[];
}

function readWebhooks(): Promise<readonly WebhookConfiguration[]> {
  return readManifests([config("webhook/manifests.yaml")], { action: "check webhooks", kinds: "all" });
}

test("generated webhooks with the failure policy Fail match the operator's kinds only, and time out after 5 s", async () => {
  const configurations = await readWebhooks();
  const webhooks = configurations.flatMap((each) => each.webhooks ?? []);

  expect(webhooks.map(({ failurePolicy }) => failurePolicy)).toEqual(["Fail", "Fail"]);
  for (const { rules, timeoutSeconds } of webhooks) {
    expect(rules?.flatMap(({ apiGroups, resources }) => [apiGroups, resources])).toEqual([
      ["core.crd.lixueduan.com"],
      ["applications"],
    ]);
    expect(timeoutSeconds).toBeLessThanOrEqual(5);
  }
});

test("while the webhooks of an operator are unreachable, its kinds cannot be written, and the objects that its Pod needs can", async () => {
  await using env = await startEnvironment({ server: "embedded", crds: [config("crd/bases")] });
  const { client } = env;
  for (const manifest of await readWebhooks()) await client.create(Unstructured, manifest);
  const metadata = { namespace: "default", name: "operator" };
  const labels = { app: "operator" };
  const containers = [{ name: "manager", image: "operator" }];
  const application = {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata,
    spec: {},
  };

  const refused = await client.create(Unstructured, application).catch((error: unknown) => error);

  expect(refused).toMatchObject({ message: expect.stringContaining("failed calling webhook") as unknown });
  await client.create(ServiceAccount, { metadata });
  await client.create(Secret, { metadata });
  await client.create(ConfigMap, { metadata });
  await client.create(Service, { metadata, spec: { selector: labels, ports: [{ port: 443 }] } });
  await client.create(Deployment, {
    metadata,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  });
  await client.create(Pod, { metadata, spec: { containers } });
  await client.create(Lease, { metadata, spec: { holderIdentity: "operator" } });
  await client.create(Event, {
    metadata,
    eventTime: `${new Date(createSystemClock().wallTime()).toISOString().slice(0, -1)}000Z`,
    reportingController: "operator",
    reportingInstance: "operator",
    action: "Start",
    reason: "Started",
    type: "Normal",
    regarding: { kind: "Pod", ...metadata },
  });
});
