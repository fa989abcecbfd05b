// A directory without the last writes, as after a power failure: a copy that was made before clients saw them.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { onTestFinished, test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { openApiServer } from "../../open-api-server.ts";
import { openStorage } from "./open-storage.ts";
import { reservedRevisions } from "./reserved-revisions.ts";
import { syncPolicies } from "./sync-policy.ts";
import type { SyncPolicy } from "./sync-policy.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-unclean-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function open(directory: string, sync?: SyncPolicy): Promise<ApiServer> {
  const random = createSeededRandom(directory);
  return openApiServer({ directory, clock: createVirtualClock(), random, ...(sync === undefined ? {} : { sync }) });
}

interface Shown {
  readonly metadata: { readonly resourceVersion: string };
  readonly code?: number;
  readonly reason?: string;
}

async function send(
  server: ApiServer,
  method: string,
  requestPath: string,
  body?: object,
): Promise<{ status: number; text: string; json: Shown }> {
  const response = await server.transport().request({
    method,
    path: requestPath,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await readText(response);
  return { status: response.status, text, json: JSON.parse(text.split("\n")[0] ?? "") as Shown };
}

async function createMaps(server: ApiServer, prefix: string, count: number): Promise<number> {
  let version = 0;
  for (let number = 0; number < count; number += 1) {
    const { status, json } = await send(server, "POST", maps, { metadata: { name: `${prefix}-${number}` } });
    assert.equal(status, 201);
    version = Number(json.metadata.resourceVersion);
  }
  return version;
}

test.for(syncPolicies)(
  "with %s, a server that has lost writes gives their revisions to no other object",
  async (sync) => {
    const folder = await temporaryFolder();
    const original = path.join(folder, "original");
    const copy = path.join(folder, "copy");
    const first = await open(original, sync);
    await createMaps(first, "kept", 1);
    await cp(original, copy, { recursive: true });
    const seen = await createMaps(first, "lost", 5);
    await first[Symbol.asyncDispose]();

    await using second = await open(copy, sync);
    const firstOfSecond = await createMaps(second, "other", 1);
    const watch = await send(second, "GET", `${maps}?watch=1&resourceVersion=${seen}`);
    const exact = await send(second, "GET", `${maps}?resourceVersion=${seen}&resourceVersionMatch=Exact`);
    const notOlder = await send(second, "GET", `${maps}?resourceVersion=${seen}`);
    const lost = await send(second, "GET", `${maps}/lost-0`);

    assert.equal(lost.status, 404);
    assert.ok(firstOfSecond > seen);
    assert.match(
      watch.text,
      /^\{"type":"ERROR","object":\{.*"message":"too old resource version: .*"reason":"Expired","code":410\}\}\n$/,
    );
    assert.deepEqual([exact.status, exact.json.reason], [410, "Expired"]);
    assert.equal(notOlder.status, 200);
    assert.ok(Number(notOlder.json.metadata.resourceVersion) > seen);
  },
);

test("a clean stop leaves no gap between revisions", async () => {
  const directory = path.join(await temporaryFolder(), "data");
  const first = await open(directory);
  await createMaps(first, "a", 1);
  const { revision } = first;
  await first[Symbol.asyncDispose]();
  await (await open(directory))[Symbol.asyncDispose]();

  await using third = await open(directory);

  assert.ok(third.revision - revision < 100, `${revision} and ${third.revision}`);
});

test("revisions are reserved again before a client sees the last reserved one", async () => {
  const folder = await temporaryFolder();
  const original = path.join(folder, "original");
  const copy = path.join(folder, "copy");
  const clock = createVirtualClock();
  using first = openStorage(original, { clock, sync: "os" });
  first.remove("table", "key", reservedRevisions - 1);
  first.flush();
  await cp(original, copy, { recursive: true });
  using beforeReservation = openStorage(copy, { clock });
  first.remove("table", "key", reservedRevisions);
  first.flush();
  const later = path.join(folder, "later");
  await cp(original, later, { recursive: true });
  using afterReservation = openStorage(later, { clock });

  assert.equal(beforeReservation.revision, reservedRevisions);
  assert.equal(afterReservation.revision, 2 * reservedRevisions);
});
