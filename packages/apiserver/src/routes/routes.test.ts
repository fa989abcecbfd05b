import assert from "node:assert/strict";
import { test } from "vitest";
import type { ServedResource } from "../contracts/strategy.ts";
import { startTestServer, widgets } from "../testdata/test-server.ts";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const clientAccept = `${aggregated},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`;

test("/version is the version of the emulated kube-apiserver, as a semantic version", async () => {
  const { send } = startTestServer();

  const { json } = await send("GET", "/version");

  assert.equal(json.gitVersion, "v1.36.3");
  assert.deepEqual([json.major, json.minor], ["1", "36"]);
});

test.for(["/healthz", "/livez", "/readyz", "/readyz/ping"])("%s responds with ok in plain text", async (path) => {
  const { send } = startTestServer();

  const { status, text, headers } = await send("GET", path);

  assert.deepEqual([status, text], [200, "ok"]);
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(headers["x-content-type-options"], path === "/readyz/ping" ? undefined : "nosniff");
});

test("a verbose health check lists its checks and skips excluded ones; an unknown check is not found", async () => {
  const { send } = startTestServer();

  const verbose = await send("GET", "/readyz?verbose&exclude=ping");
  const unknown = await send("GET", "/readyz/bogus");

  const lines = verbose.text.split("\n");
  assert.deepEqual(lines.slice(0, 3), ["[+]ping excluded: ok", "[+]log ok", "[+]etcd ok"]);
  assert.deepEqual(lines.slice(-3), ["[+]shutdown ok", "readyz check passed", ""]);
  assert.equal(unknown.status, 404);
});

test("an invalid time limit is rejected", async () => {
  const { send } = startTestServer();

  const good = await send("GET", "/api?timeout=1m30s");
  const bad = await send("GET", "/api?timeout=abc");

  assert.equal(good.status, 200);
  assert.deepEqual(
    [bad.status, bad.json.message],
    [400, 'invalid timeout specified in the request URL - time: invalid duration "abc"'],
  );
});

test("a server that shuts down is not ready, and still serves requests", async () => {
  const { send, server } = startTestServer();

  await server.close(new Error("the server ends"));
  const ready = await send("GET", "/readyz");
  const live = await send("GET", "/livez");

  assert.equal(ready.status, 500);
  assert.ok(ready.text.endsWith("ok\n[-]shutdown failed: reason withheld\nreadyz check failed\n"), ready.text);
  assert.equal(live.status, 200);
  assert.equal((await send("GET", "/api/v1/nodes")).status, 200);
});

test("/ lists all paths in order", async () => {
  const { send } = startTestServer();

  const { json } = await send("GET", "/");

  assert.deepEqual(json.paths, json.paths.toSorted());
  for (const path of ["/api", "/api/v1", "/apis/x.io/v2", "/healthz/ping", "/openapi/v2", "/openapi/v3", "/version"]) {
    assert.ok(json.paths.includes(path), path);
  }
});

test("classic discovery names versions, groups and resources, the preferred version first", async () => {
  const { send } = startTestServer();

  const core = await send("GET", "/api");
  const groups = await send("GET", "/apis");
  const group = await send("GET", "/apis/x.io");
  const resources = await send("GET", "/apis/x.io/v1");

  assert.deepEqual([core.json.kind, core.json.versions], ["APIVersions", ["v1"]]);
  assert.deepEqual(
    groups.json.groups.find(({ name }: { name: string }) => name === "x.io"),
    {
      name: "x.io",
      versions: [
        { groupVersion: "x.io/v2", version: "v2" },
        { groupVersion: "x.io/v1", version: "v1" },
      ],
      preferredVersion: { groupVersion: "x.io/v2", version: "v2" },
    },
  );
  assert.deepEqual([group.json.kind, group.json.name], ["APIGroup", "x.io"]);
  assert.deepEqual(resources.json.resources, [
    {
      name: "widgets",
      singularName: "widget",
      namespaced: true,
      kind: "Widget",
      verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
      storageVersionHash: "syLu1MfDJX4=",
    },
    { name: "widgets/status", singularName: "", namespaced: true, kind: "Widget", verbs: ["get", "patch", "update"] },
    {
      name: "widgets/scale",
      singularName: "",
      namespaced: true,
      group: "autoscaling",
      version: "v1",
      kind: "Scale",
      verbs: ["get", "patch", "update"],
    },
  ]);
});

test("aggregated discovery is one document with an ETag, and a client that has it gets 304", async () => {
  const { send } = startTestServer();

  const first = await send("GET", "/apis", undefined, { accept: clientAccept });
  const second = await send("GET", "/apis", undefined, {
    accept: clientAccept,
    "if-none-match": String(first.headers["etag"]),
  });

  assert.equal(first.headers["content-type"], aggregated);
  assert.deepEqual([first.headers["cache-control"], first.headers["vary"]], ["public", "Accept"]);
  const group = first.json.items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === "x.io");
  assert.deepEqual(
    group?.versions.map(({ version, freshness }: { version: string; freshness: string }) => [version, freshness]),
    [
      ["v2", "Current"],
      ["v1", "Current"],
    ],
  );
  const widget = group?.versions[0].resources[0];
  assert.deepEqual(
    [widget?.resource, widget?.responseKind, widget?.scope],
    ["widgets", { group: "x.io", version: "v2", kind: "Widget" }, "Namespaced"],
  );
  assert.deepEqual([second.status, second.text], [304, ""]);
});

test("a removed version of discovery is rejected with 406", async () => {
  const { send } = startTestServer();

  const { status } = await send("GET", "/apis", undefined, {
    accept: "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  });

  assert.equal(status, 406);
});

test("discovery and OpenAPI show an added or removed kind from the next request on", async () => {
  const { send, server } = startTestServer();
  const gadgets: ServedResource = { ...widgets, group: "y.io", kind: "Gadget", plural: "gadgets" };
  const documents = async (): Promise<readonly string[]> => Object.keys((await send("GET", "/openapi/v3")).json.paths);

  server.engine.registry.add(gadgets);
  const [served, documented] = [await send("GET", "/apis/y.io/v1"), await documents()];
  server.engine.registry.remove({ group: "y.io", resource: "gadgets" });

  assert.equal(served.json.resources[0].name, "gadgets");
  assert.ok(documented.includes("apis/y.io/v1"));
  assert.equal((await send("GET", "/apis/y.io/v1")).text, "404 page not found\n");
  assert.equal((await documents()).includes("apis/y.io/v1"), false);
});

test("an OpenAPI document with the current hash is immutable, and an old hash is redirected to the new one", async () => {
  const { send } = startTestServer();
  const { json: index, headers } = await send("GET", "/openapi/v3");
  const url: string = index.paths["apis/x.io/v1"]?.serverRelativeURL ?? "";

  const document = await send("GET", url);
  const old = await send("GET", "/openapi/v3/apis/x.io/v1?hash=OLD");
  const plain = await send("GET", "/openapi/v3/apis/x.io/v1");
  const same = await send("GET", url, undefined, { "if-none-match": String(document.headers["etag"]) });
  const protobuf = await send("GET", url, undefined, {
    accept: "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
  });

  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.match(url, /^\/openapi\/v3\/apis\/x\.io\/v1\?hash=[0-9A-F]{128}$/);
  assert.deepEqual([document.status, document.headers["cache-control"]], [200, "public, immutable"]);
  assert.deepEqual([old.status, old.headers["location"]], [301, url]);
  assert.deepEqual([plain.status, plain.headers["cache-control"]], [200, "no-cache, private"]);
  assert.deepEqual([same.status, protobuf.status], [304, 200]);
  assert.ok(protobuf.text.startsWith("\n\u00053.0.0"));
});

test("the patch operations in an OpenAPI document have the kind, `fieldValidation` and the media types that kubectl reads", async () => {
  const { send } = startTestServer();

  const { json: custom } = await send("GET", "/openapi/v3/apis/x.io/v1");
  const { json: builtin } = await send("GET", "/openapi/v3/api/v1");

  const patch = custom.paths["/apis/x.io/v1/namespaces/{namespace}/widgets/{name}"]?.patch;
  assert.deepEqual(patch?.["x-kubernetes-group-version-kind"], { group: "x.io", version: "v1", kind: "Widget" });
  assert.ok(patch?.parameters.some(({ name, in: place }) => name === "fieldValidation" && place === "query"));
  assert.deepEqual(Object.keys(patch?.requestBody.content ?? {}), [
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/apply-patch+yaml",
  ]);
  const builtinPatch = builtin.paths["/api/v1/namespaces/{namespace}/configmaps/{name}"]?.patch;
  assert.ok("application/strategic-merge-patch+json" in (builtinPatch?.requestBody.content ?? {}));
  assert.equal(
    custom.components.schemas["io.x.v1.Widget"]?.properties.metadata.allOf[0].$ref,
    "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
  );
  assert.ok("io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference" in custom.components.schemas);
});

test("OpenAPI v2 has all kinds in one document, in JSON and in protobuf", async () => {
  const { send } = startTestServer();
  const protobuf = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

  const { json, headers } = await send("GET", "/openapi/v2");
  const same = await send("GET", "/openapi/v2", undefined, { "if-none-match": String(headers["etag"]) });
  const encoded = await send("GET", "/openapi/v2", undefined, { accept: protobuf });

  assert.equal(json.swagger, "2.0");
  assert.ok("/apis/x.io/v1/namespaces/{namespace}/widgets/{name}" in json.paths);
  assert.ok("/api/v1/namespaces/{namespace}/configmaps" in json.paths);
  assert.equal(
    json.definitions["io.x.v1.Widget"]?.properties.metadata.$ref,
    "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
  );
  assert.deepEqual([same.status, encoded.status], [304, 200]);
  assert.equal(encoded.headers["content-type"], protobuf.replace("@", "."));
  assert.ok(encoded.text.startsWith("\n\u00032.0"));
});
