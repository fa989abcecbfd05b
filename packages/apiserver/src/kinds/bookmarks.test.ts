// Bookmarks of built-in kinds: objects of the kind without values.
import assert from "node:assert/strict";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { startCluster } from "./testdata/cluster.ts";

const query =
  "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1" +
  "&fieldSelector=metadata.name=nobody";

interface Bookmark {
  readonly type: string;
  readonly object: { readonly [field: string]: unknown };
}

async function bookmarkOf(path: string, accept = "application/json"): Promise<Bookmark["object"]> {
  const { clock, server } = startCluster();
  const response = await server.transport().request({ method: "GET", path: `${path}?${query}`, headers: { accept } });
  const text = readText(response);
  await clock.advance(1000);
  const { type, object } = JSON.parse(await text) as Bookmark;
  assert.equal(type, "BOOKMARK");
  return object;
}

const annotations = { "k8s.io/initial-events-end": "true" };

test.for([
  ["/api/v1/configmaps", "v1", "ConfigMap", {}],
  ["/api/v1/pods", "v1", "Pod", { spec: { containers: null }, status: {} }],
  ["/api/v1/services", "v1", "Service", { spec: {}, status: { loadBalancer: {} } }],
  [
    "/apis/batch/v1/jobs",
    "batch/v1",
    "Job",
    { spec: { template: { metadata: {}, spec: { containers: null } } }, status: {} },
  ],
  ["/apis/rbac.authorization.k8s.io/v1/roles", "rbac.authorization.k8s.io/v1", "Role", { rules: null }],
  [
    "/apis/events.k8s.io/v1/events",
    "events.k8s.io/v1",
    "Event",
    {
      eventTime: null,
      regarding: {},
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    },
  ],
] as const)("a bookmark of %s is an object without values", async ([path, apiVersion, kind, fields]) => {
  const { metadata, ...object } = await bookmarkOf(path);
  const { resourceVersion, ...rest } = metadata as { resourceVersion: string };

  assert.deepEqual(object, { apiVersion, kind, ...fields });
  assert.match(resourceVersion, /^\d+$/);
  assert.deepEqual(rest, { annotations });
});

test("a bookmark of a table watch is a row, and names the columns when it is the first of the watch", async () => {
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { columnDefinitions, rows } = await bookmarkOf("/api/v1/pods", accept);
  const [row] = rows as readonly { cells: unknown; object: { kind: string; metadata: { annotations: unknown } } }[];

  assert.equal((columnDefinitions as readonly unknown[]).length, 9);
  assert.deepEqual(row?.cells, ["", "0/0", "", "0", "<unknown>", "<none>", "<none>", "<none>", "<none>"]);
  assert.deepEqual([row?.object.kind, row?.object.metadata.annotations], ["PartialObjectMetadata", annotations]);
});
