import assert from "node:assert/strict";

import { createVirtualClock } from "@kubewright/async";
import type { ResourceType } from "@kubewright/apimachinery";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { createClient } from "../client/create-client.ts";
import { answerJson, answerStatus, createFakeTransport } from "../testdata/fake-transport.ts";
import type { FakeRequest } from "../testdata/fake-transport.ts";
import { createDiscovery } from "./create-discovery.ts";
import { createRestMapper } from "./create-rest-mapper.ts";

const aggregated: Readonly<Record<string, unknown>> = {
  "/api": {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    items: [
      {
        metadata: {},
        versions: [
          {
            version: "v1",
            freshness: "Current",
            resources: [
              {
                resource: "pods",
                responseKind: { group: "", version: "", kind: "Pod" },
                scope: "Namespaced",
                singularResource: "pod",
                verbs: ["get", "list"],
                shortNames: ["po"],
                categories: ["all"],
                subresources: [
                  { subresource: "status", responseKind: { kind: "Pod" }, verbs: ["get"] },
                  { subresource: "log" },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  "/apis": {
    kind: "APIGroupDiscoveryList",
    items: [
      {
        metadata: { name: "x.dev" },
        versions: [
          {
            version: "v2",
            freshness: "Current",
            resources: [{ resource: "things", responseKind: { kind: "Thing" }, scope: "Cluster", verbs: [] }],
          },
          {
            version: "v1",
            freshness: "Stale",
            resources: [{ resource: "things", responseKind: { kind: "Thing" }, scope: "Cluster", verbs: [] }],
          },
        ],
      },
    ],
  },
};

const classic: Readonly<Record<string, unknown>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": {
    kind: "APIGroupList",
    groups: [
      {
        name: "x.dev",
        versions: [{ groupVersion: "x.dev/v2" }, { groupVersion: "x.dev/v1" }],
        preferredVersion: { groupVersion: "x.dev/v2" },
      },
    ],
  },
  "/api/v1": {
    kind: "APIResourceList",
    resources: [
      {
        name: "pods",
        singularName: "pod",
        namespaced: true,
        kind: "Pod",
        verbs: ["get", "list"],
        shortNames: ["po"],
        categories: ["all"],
      },
      { name: "pods/status", namespaced: true, kind: "Pod", verbs: ["get"] },
      { name: "pods/log", namespaced: true, kind: "Pod", verbs: ["get"] },
    ],
  },
  "/apis/x.dev/v2": {
    kind: "APIResourceList",
    resources: [{ name: "things", singularName: "", namespaced: false, kind: "Thing", verbs: [] }],
  },
};

function serve(documents: Readonly<Record<string, unknown>>): (request: FakeRequest) => TransportResponse {
  return ({ path }) => (path in documents ? answerJson(documents[path]) : answerStatus(503, "ServiceUnavailable"));
}

const podFound = {
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  singular: "pod",
  namespaced: true,
  preferred: true,
  verbs: ["get", "list"],
  shortNames: ["po"],
  categories: ["all"],
  subresources: ["status", "log"],
};

test("discovery reads the aggregated documents in two requests", async () => {
  const { transport, requests } = createFakeTransport(serve(aggregated));
  const discovery = createDiscovery(createClient({ transport, clock: createVirtualClock() }).raw);

  const { resources, incomplete } = await discovery.resources();

  assert.equal(requests.length, 2);
  assert.match(
    String(requests[0]?.headers["accept"]),
    /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,/u,
  );
  assert.deepEqual(resources[0], podFound);
  assert.deepEqual(
    resources.map(({ group, version, plural, preferred }) => `${group}/${version} ${plural} ${preferred}`),
    ["/v1 pods true", "x.dev/v2 things true", "x.dev/v1 things false"],
  );
  assert.deepEqual(incomplete, ["x.dev/v1"]);
});

test("discovery falls back to the classic documents, and names group-versions that it could not read", async () => {
  const { transport } = createFakeTransport(serve(classic));
  const discovery = createDiscovery(createClient({ transport, clock: createVirtualClock() }).raw);

  const { resources, incomplete } = await discovery.resources();

  assert.deepEqual(resources[0], podFound);
  assert.deepEqual(
    resources.map(({ kind }) => kind),
    ["Pod", "Thing"],
  );
  assert.deepEqual(incomplete, ["x.dev/v1"]);
});

test("a mapper resolves registered descriptors without a request, and concurrent lookups share one discovery", async () => {
  const { transport, requests } = createFakeTransport(serve(aggregated));
  const clock = createVirtualClock();
  const Pod: ResourceType = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };
  const mapper = createRestMapper({
    discovery: createDiscovery(createClient({ transport, clock }).raw),
    types: [Pod],
  });

  assert.equal(await mapper.resourceFor({ group: "", version: "v1", kind: "Pod" }), Pod);
  assert.equal(requests.length, 0);
  const thing = { group: "x.dev", version: "v2", kind: "Thing" };
  const [first, second] = await Promise.all([mapper.resourceFor(thing), mapper.resourceFor(thing)]);

  assert.equal(first?.plural, "things");
  assert.equal(second, first);
  assert.equal(mapper.known(thing), first);
  assert.equal((await mapper.resourceForPlural({ group: "x.dev", plural: "things" }))?.version, "v2");
  assert.equal((await mapper.resourceForPlural({ group: "x.dev", plural: "things", version: "v1" }))?.version, "v1");
  assert.equal(requests.length, 2);
});

test("a missing kind is looked up again with each call, and found once it is installed", async () => {
  const documents = { ...aggregated };
  const { transport, requests } = createFakeTransport(({ path }) =>
    serve(documents)({ path, method: "GET", headers: {}, body: "" }),
  );
  const clock = createVirtualClock();
  const mapper = createRestMapper({ discovery: createDiscovery(createClient({ transport, clock }).raw) });
  const late = { group: "late.dev", version: "v1", kind: "Late" };

  assert.equal(await mapper.resourceFor(late), undefined);
  documents["/apis"] = {
    kind: "APIGroupDiscoveryList",
    items: [
      {
        metadata: { name: "late.dev" },
        versions: [
          { version: "v1", resources: [{ resource: "lates", responseKind: { kind: "Late" }, scope: "Cluster" }] },
        ],
      },
    ],
  };

  assert.equal((await mapper.resourceFor(late))?.plural, "lates");
  assert.equal((await mapper.resourceFor(late))?.plural, "lates");
  assert.equal(requests.length, 4);
});

test("aborting one caller does not abort the discovery that other callers await", async () => {
  const gate = Promise.withResolvers<void>();
  const { transport } = createFakeTransport(serve(aggregated));
  const clock = createVirtualClock();
  const slow = {
    ...transport,
    request: async (request: Parameters<typeof transport.request>[0]) => {
      await gate.promise;
      return transport.request(request);
    },
  };
  const mapper = createRestMapper({ discovery: createDiscovery(createClient({ transport: slow, clock }).raw) });
  const end = new AbortController();
  const kind = { group: "x.dev", version: "v2", kind: "Thing" };

  const given = mapper.resourceFor(kind, { signal: end.signal }).catch((error: unknown) => error);
  const other = mapper.resourceFor(kind);
  const reason = new Error("enough");
  end.abort(reason);
  assert.equal(await given, reason);
  gate.resolve();

  assert.equal((await other)?.plural, "things");
});
