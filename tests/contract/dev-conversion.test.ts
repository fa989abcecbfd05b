// `kubewright dev` on a cluster: the API server calls the conversion webhook of the operator on this machine while dev runs.
import { Unstructured } from "@kubewright/apimachinery";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { installCrds, startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { scaffoldProject } from "./converted-project.ts";

const timeoutMs = 180_000;

test(
  "an object is written in v1 and read in v2 while dev runs, and the definition is restored at the end",
  async () => {
    await using project = await scaffoldProject();
    await using env = await startEnvironment();
    await install(await project.definition(), deployed, env);

    const dev = await project.startDev(env);
    const created = await env.client.create(Unstructured, { ...widget("written"), spec: { foo: "from v1" } });
    const read = await readConverted(WidgetV2, "written", env);
    const during = await stored(env);
    const code = await dev.end();
    const after = await stored(env);

    expect(created).toMatchObject({ apiVersion: "shop.example.com/v1", spec: { foo: "from v1" } });
    expect(read).toMatchObject({ apiVersion: "shop.example.com/v2", spec: { bar: "from v1" } });
    const { url, caBundle, service } = during.conversion?.webhook?.clientConfig ?? {};
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/convert$/);
    expect(caBundle).toMatch(/^[\w+/=]+$/);
    expect(service).toBeUndefined();
    expect(project.output()).toContain("webhooks  the conversion of widgets.shop.example.com calls https://127.0.0.1:");
    expect(project.output()).toContain("webhooks  the webhooks of the cluster are restored at the end");
    expect([code, project.errors()]).toEqual([0, ""]);
    expect(after).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

test(
  "dev starts after a killed dev, and restores the conversion that the killed one has replaced",
  async () => {
    await using project = await scaffoldProject();
    await using env = await startEnvironment();
    const definition = await project.definition();
    const metadata = { ...definition.metadata, annotations: { [noteName]: JSON.stringify(deployed) } };
    await install({ ...definition, metadata }, leftBehind, env);
    await env.client.create(Unstructured, { ...widget("kept", "v2"), spec: { bar: "from v2" } });
    const unreadable = await env.client.get(WidgetV1, keyOf("kept")).catch(String);

    const dev = await project.startDev(env);
    const read = await readConverted(WidgetV1, "kept", env);
    const code = await dev.end();

    expect(unreadable).toContain("conversion webhook for shop.example.com/v2, Kind=Widget failed");
    expect(read).toMatchObject({ apiVersion: "shop.example.com/v1", spec: { foo: "from v2" } });
    expect([code, project.errors()]).toEqual([0, ""]);
    expect(await stored(env)).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

test(
  "dev removes the conversion that it has added, and keeps one that another client has set",
  async () => {
    await using project = await scaffoldProject();
    await using env = await startEnvironment();

    const first = await project.startDev(env);
    await first.end();
    const afterFirst = await stored(env);
    const second = await project.startDev(env);
    const found = await env.client.get(CustomResourceDefinition, definitionKey);
    if (found)
      await env.client.update(CustomResourceDefinition, { ...found, spec: { ...found.spec, conversion: deployed } });
    await second.end();

    expect(afterFirst).toEqual({ conversion: { strategy: "None" }, note: undefined });
    expect(await stored(env)).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

/** Reads the object until the API server converts it by the changed definition. */
async function readConverted(type: ResourceType, name: string, { client }: Environment): Promise<unknown> {
  const field = type === WidgetV1 ? "foo" : "bar";
  let read: unknown;
  await expect
    .poll(async () => (read = await client.get(type, keyOf(name)).catch(String)))
    .toHaveProperty(`spec.${field}`);
  return read;
}

const noteName = "kubewright.dev/conversion-before-dev";
const definitionKey = { name: "widgets.shop.example.com" } as const;

/** The conversion that `config/default` deploys. */
const deployed: CustomResourceConversion = {
  strategy: "Webhook",
  webhook: {
    clientConfig: { service: { namespace: "shop-system", name: "shop-webhook-service", path: "/convert", port: 443 } },
    conversionReviewVersions: ["v1"],
  },
};
/** The conversion of a killed dev: nothing listens at its address. */
const leftBehind: CustomResourceConversion = {
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://127.0.0.1:1/convert" }, conversionReviewVersions: ["v1"] },
};

const WidgetV1: ResourceType = {
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};
const WidgetV2: ResourceType = { ...WidgetV1, version: "v2" };

function keyOf(name: string) {
  return { namespace: "default", name };
}

function widget(name: string, version = "v1") {
  return { apiVersion: `shop.example.com/${version}`, kind: "Widget", metadata: keyOf(name) };
}

async function install(
  definition: CustomResourceDefinition,
  conversion: CustomResourceConversion,
  { client, clock }: Environment,
): Promise<void> {
  await installCrds([{ ...definition, spec: { ...definition.spec, conversion } } as KubernetesObject], {
    client,
    clock,
  });
}

async function stored({ client }: Environment) {
  const found = await client.get(CustomResourceDefinition, definitionKey);
  return { conversion: found?.spec.conversion, note: found?.metadata.annotations?.[noteName] };
}
