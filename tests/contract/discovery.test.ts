// Discovery: health, version, groups, resources and their schemas, in every form that clients request.
import type { HeaderMap } from "@kubewright/transport";
import { fileURLToPath } from "node:url";
import { headerOf } from "@kubewright/transport";
import { createDiscovery } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { widgetCrd } from "./widget-crd.ts";

const crds = fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url));
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [crds] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

async function resourcesOf(path: string): Promise<readonly Resource[]> {
  const { body } = await sendRequest(server.transport, { path });
  return (body as { readonly resources: readonly Resource[] }).resources;
}

test("/version is indented JSON", async () => {
  const { body } = await sendRequest(server.transport, { path: "/version", asText: true });

  expect(body).toMatch(/^\{\n {2}"major": "1",\n {2}"minor": "36",\n[^]*"\n\}$/u);
});

test.for(["/healthz", "/livez", "/readyz"])("%s returns ok in plain text", async (path) => {
  const response = await sendRequest(server.transport, { path });

  expect(response).toMatchObject({ status: 200, body: "ok" });
  expect(headerOf(response.headers, "content-type")).toBe("text/plain; charset=utf-8");
});

test("/version has a version that parses", async () => {
  const { body } = await sendRequest(server.transport, { path: "/version" });

  expect(body).toMatchObject({
    major: "1",
    minor: "36",
    gitVersion: expect.stringMatching(/^v1\.36\.\d+/u) as unknown,
  });
});

test("the core group and all other groups are listed with their versions", async () => {
  const core = await sendRequest(server.transport, { path: "/api" });
  const groups = await sendRequest(server.transport, { path: "/apis" });

  expect(core.body).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
  expect(groups.body).toMatchObject({ kind: "APIGroupList" });
  const { groups: found } = groups.body as { readonly groups: readonly { readonly name: string }[] };
  expect(found.find(({ name }) => name === "apps")).toEqual({
    name: "apps",
    versions: [{ groupVersion: "apps/v1", version: "v1" }],
    preferredVersion: { groupVersion: "apps/v1", version: "v1" },
  });
});

test("a resource is listed with its kind, verbs, short names and categories, and with its subresources", async () => {
  const resources = await resourcesOf("/api/v1");

  expect(resources.find(({ name }) => name === "pods")).toMatchObject({
    singularName: "pod",
    namespaced: true,
    kind: "Pod",
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    shortNames: ["po"],
    categories: ["all"],
  });
  expect(resources.find(({ name }) => name === "pods/status")).toMatchObject({
    singularName: "",
    namespaced: true,
    kind: "Pod",
    verbs: ["get", "patch", "update"],
  });
  expect(resources.find(({ name }) => name === "namespaces")?.verbs).not.toContain("deletecollection");
});

test("the resources of a CRD are listed like those of built-in kinds", async () => {
  const resources = await resourcesOf("/apis/myjob.github.com/v1beta1");

  expect(resources.map(({ name, kind, verbs }) => [name, kind, verbs])).toEqual([
    ["myjobs", "MyJob", ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"]],
    ["myjobs/status", "MyJob", ["get", "patch", "update"]],
  ]);
});

test.for(["/api", "/apis"])("%s returns aggregated discovery to clients that accept it", async (path) => {
  const response = await sendRequest(server.transport, { path, headers: { accept: aggregated } });
  const etag = headerOf(response.headers, "etag") ?? "";
  const again = await sendRequest(server.transport, { path, headers: { accept: aggregated, "if-none-match": etag } });

  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2" });
  expect(headerOf(response.headers, "content-type")).toBe(aggregated);
  expect(etag).toMatch(/^".+"$/u);
  expect(again.status).toBe(304);
});

test("both forms of discovery name the same resources", async () => {
  const { body } = await sendRequest(server.transport, { path: "/apis", headers: { accept: aggregated } });
  const { items } = body as {
    readonly items: readonly {
      readonly metadata: { readonly name: string };
      readonly versions: readonly {
        readonly version: string;
        readonly resources: readonly {
          readonly resource: string;
          readonly verbs: readonly string[];
          readonly subresources?: readonly { readonly subresource: string }[];
        }[];
      }[];
    }[];
  };

  for (const group of items) {
    for (const { version, resources } of group.versions) {
      const classic = await resourcesOf(`/apis/${group.metadata.name}/${version}`);
      const named = resources.flatMap(({ resource, subresources = [] }) => [
        resource,
        ...subresources.map(({ subresource }) => `${resource}/${subresource}`),
      ]);
      expect(named.toSorted()).toEqual(classic.map(({ name }) => name).toSorted());
    }
  }
});

test("the discovery of the client finds a built-in kind and a custom one", async () => {
  const discovery = createDiscovery(server.client.raw);
  const { resources } = await discovery.resources();

  const found = (kind: string): object | undefined => resources.find((resource) => resource.kind === kind);
  expect(found("Deployment")).toMatchObject({ group: "apps", version: "v1", plural: "deployments", namespaced: true });
  expect(found("MyJob")).toMatchObject({ group: "myjob.github.com", version: "v1beta1", plural: "myjobs" });
});

test("schemas are published for each group and version, under a hash that changes with them", async () => {
  const { headers, paths } = await publishedSchemas("apis/myjob.github.com/v1beta1");
  const url = paths["apis/myjob.github.com/v1beta1"]?.serverRelativeURL ?? "";
  const document = await sendRequest(server.transport, { path: url });

  expect(headerOf(headers, "content-type")).toBe("text/plain; charset=utf-8"); // The body is JSON nevertheless.
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["api/v1", "apis/apps/v1"]));
  expect(url).toMatch(/^\/openapi\/v3\/apis\/myjob\.github\.com\/v1beta1\?hash=[0-9A-F]+$/u);
  expect(document.status).toBe(200);
  const { components } = document.body as {
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  expect(components.schemas["com.github.myjob.v1beta1.MyJob"]).toMatchObject({
    properties: { spec: { properties: { template: { type: "object" } } } },
    "x-kubernetes-group-version-kind": [{ group: "myjob.github.com", kind: "MyJob", version: "v1beta1" }],
  });
});

test("a change of a list kind changes the published schema and its hash", async () => {
  const group = `${server.uniqueName("lists")}.example.com`;
  const path = `apis/${group}/v1`;
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await sendRequest(server.transport, { method: "POST", path: definitions, body: widgetCrd(group) });
  const before = (await publishedSchemas(path)).paths[path]?.serverRelativeURL;

  await sendRequest(server.transport, {
    method: "PATCH",
    path: `${definitions}/widgets.${group}`,
    headers: { "content-type": "application/merge-patch+json" },
    body: { spec: { names: { listKind: "WidgetCollection" } } },
  });
  const after = (await publishedSchemas(path, before)).paths[path]?.serverRelativeURL ?? "";

  expect(after).not.toBe(before);
  const { body } = await sendRequest(server.transport, { path: after, asText: true });
  expect(body).toContain('"kind":"WidgetCollection"');
  await sendRequest(server.transport, { method: "DELETE", path: `${definitions}/widgets.${group}` });
});

/** Waits until a schema is published under another URL than `before`: a real server does so about a second after it serves objects of a CRD. */
async function publishedSchemas(
  awaited: string,
  before?: string,
): Promise<{
  readonly headers: HeaderMap;
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}> {
  for (let attempt = 1; ; attempt += 1) {
    const { headers, body } = await sendRequest(server.transport, { path: "/openapi/v3" });
    const { paths } = JSON.parse(body as string) as Pick<Awaited<ReturnType<typeof publishedSchemas>>, "paths">;
    const url = Object.hasOwn(paths, awaited) ? paths[awaited]?.serverRelativeURL : undefined;
    if ((url !== undefined && url !== before) || attempt === 200) return { headers, paths };
    await server.clock.sleep(50);
  }
}
