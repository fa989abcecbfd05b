import { Unstructured } from "@kubewright/apimachinery";
import { Namespace } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { ConversionError } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { startEnvironment } from "../environment.ts";
import { waitFor } from "../wait/wait-for.ts";
import { convertedCrds } from "./conversion-webhooks.ts";

interface Widget extends KubernetesObject {
  readonly spec: { readonly replicas?: number; readonly size?: number };
}

const type: ResourceType<Widget> = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};
const hub: ResourceType<Widget> = { ...type, version: "v2" };

const spoke: Spoke<Widget, Widget> = {
  type,
  hub,
  toHub: ({ spec: { replicas = 0 } }) => ({ spec: { size: replicas } }),
  fromHub: ({ spec: { size = 0 } }) => ({ spec: { replicas: size } }),
};

const spec = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      { name: "v1", served: true, storage: false, schema },
      { name: "v2", served: true, storage: true, schema },
    ],
  },
};

test("convertedCrds() adds the webhook to the CRDs of kinds with conversions only", () => {
  const other = { ...crd, spec: { ...crd.spec, names: { kind: "Other", plural: "others" } } };
  const clientConfig = { url: "https://127.0.0.1:1/convert", caBundle: "Q0E=" };

  const converted = convertedCrds([crd, other], [spoke], clientConfig);

  const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
  expect(converted).toEqual([{ ...crd, spec: { ...crd.spec, conversion } }, other]);
});

test("an environment does not start with conversions of a kind without a CRD", async () => {
  await expect(startEnvironment({ server: "embedded", conversions: [spoke] })).rejects.toThrow(
    'Cannot install conversions of Widget of group "example.com": found no CRD of that kind: add it to the option crds',
  );
});

test("the embedded server of an environment calls conversions as functions", async () => {
  await using env = await startEnvironment({ server: "embedded", crds: [crd], conversions: [spoke] });
  const metadata = { namespace: "default", name: "a" };

  await env.client.create<Widget>(Unstructured, {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata,
    spec: { replicas: 3 },
  });

  expect((await env.client.get(hub, metadata))?.spec).toEqual({ size: 3 });
  expect((await env.client.get(type, metadata))?.spec).toEqual({ replicas: 3 });
});

test("the namespace controller deletes objects once their conversion works again", async () => {
  const clock = createVirtualClock();
  let isDown = true;
  const failing: Spoke<Widget, Widget> = {
    ...spoke,
    fromHub(widget) {
      if (isDown) throw new ConversionError("down");
      return spoke.fromHub(widget);
    },
  };
  // Namespaces are emptied through the preferred version of a group, which is v1 here; objects are stored in v1beta1.
  const stored = { ...hub, version: "v1beta1" };
  const versions = [
    { name: "v1", served: true, storage: false, schema },
    { name: "v1beta1", served: true, storage: true, schema },
  ];
  await using env = await startEnvironment({
    server: "embedded",
    clock,
    controllers: ["namespace-controller"],
    crds: [{ ...crd, spec: { ...crd.spec, versions } } as KubernetesObject],
    conversions: [{ ...failing, hub: stored }],
  });
  const { client } = env;
  await client.create(Namespace, { metadata: { name: "a" } });
  const metadata = { namespace: "a", name: "w" };
  await client.create<Widget>(Unstructured, {
    apiVersion: "example.com/v1beta1",
    kind: "Widget",
    metadata,
    spec: { size: 1 },
  });

  await client.delete(Namespace, { name: "a" });
  await clock.advance(60_000);
  const held = await client.get(stored, metadata);
  isDown = false;
  await clock.runUntilSettled(waitFor(Namespace, { name: "a" }, (found) => found === undefined, env));

  expect(held?.spec).toEqual({ size: 1 });
  expect(await client.get(stored, metadata)).toBeUndefined();
});
