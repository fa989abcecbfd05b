// A server reads the entries that another server wrote to a directory.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { onTestFinished, test } from "vitest";
import { administrator } from "../../authentication/user-info.ts";
import { composeServer } from "../../compose.ts";
import { createInProcessTransport } from "../../in-process-transport.ts";
import { serviceAccountSettings } from "../../service-accounts/service-account-options.ts";
import type { VersionedResource } from "../../registry/registry.ts";
import type { ConvertedEntry } from "../../conversion/converted-entries.ts";
import { bytesIn, itemBuffers } from "../../conversion/served-object.ts";
import { createServer } from "../../server.ts";
import { Store } from "../store.ts";
import { openStorage } from "./open-storage.ts";

interface RunningServer extends AsyncDisposable {
  /** Returns the response's body, and throws for a failure. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<Body>;
  /** The stored entry of an object in the namespace `default`, and the resource in version v1. */
  readonly stored: (group: string, plural: string, name: string) => { entry: ConvertedEntry; form: VersionedResource };
  readonly fork: () => RunningServer;
}

interface Body {
  readonly metadata: { readonly resourceVersion: string; readonly labels?: object };
  readonly spec?: object;
}

async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-restored-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

/** Starts a server on the directory as `openApiServer` does. */
function start(directory: string): RunningServer {
  const clock = createVirtualClock();
  const storage = openStorage(directory, { clock });
  const store = Store.restore({ clock, journal: storage }, storage.revision, storage.entries());
  return serve(store, () => {
    store.flush();
    storage[Symbol.dispose]();
  });
}

function serve(store: Store, close: () => void): RunningServer {
  const serviceAccounts = serviceAccountSettings({});
  const server = createServer({
    clock: createVirtualClock(),
    random: createSeededRandom("restored"),
    authorization: "RBAC",
    serviceAccounts,
    parts: composeServer({}, serviceAccounts),
    store,
    onInternalError: (error) => {
      throw error;
    },
  });
  const transport = createInProcessTransport(server.handle, administrator);
  const { engine } = server;
  return {
    async send(method, requestPath, body) {
      const response = await transport.request({
        method,
        path: requestPath,
        headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await readText(response);
      assert.ok(response.status < 300, text);
      return JSON.parse(text) as Body;
    },
    stored(group, plural, name) {
      const form = engine.registry.find(group, "v1", plural);
      const entry = form && engine.store.tableOf(form).get(`default/${name}`);
      assert.ok(form !== undefined && entry !== undefined);
      return { form, entry: entry as ConvertedEntry }; // Its converter is direct.
    },
    fork: () => serve(store.fork(), () => undefined),
    async [Symbol.asyncDispose]() {
      await server.close(new Error("closed"));
      close();
    },
  };
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const gadgets = "/apis/x.io/v1/namespaces/default/gadgets";
const gadget = { apiVersion: "x.io/v1", kind: "Gadget", metadata: { name: "g" }, spec: {} };

function specWith(properties: object): object {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

function versionWith(openAPIV3Schema: object, rest: object = {}): object {
  return { name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...rest };
}

/** Creates the definition and an object of it. */
async function createGadget(server: RunningServer, version: object): Promise<void> {
  const names = { plural: "gadgets", kind: "Gadget" };
  const spec = { group: "x.io", scope: "Namespaced", names, versions: [version] };
  await server.send("POST", definitions, { metadata: { name: "gadgets.x.io" }, spec });
  await server.send("POST", gadgets, gadget);
}

const sized = specWith({ size: { type: "integer", default: 3 } });

test("a restarted server serves the stored bytes of a custom resource whose schema has not changed", async () => {
  const directory = await temporaryDirectory();
  {
    await using first = start(directory);
    await createGadget(first, versionWith(sized));
  }

  await using second = start(directory);
  const { entry, form } = second.stored("x.io", "gadgets", "g");

  assert.match(Buffer.from(entry.bytes).toString(), /"spec":\{"size":3\}/);
  assert.equal(bytesIn(entry, form), entry.bytes);
  assert.equal(itemBuffers(entry, form)[0], entry.bytes);
});

test("the stored bytes stay current when a definition changes outside its schema", async () => {
  const directory = await temporaryDirectory();
  {
    await using first = start(directory);
    await createGadget(first, versionWith(sized));
    const columns = [{ name: "Size", type: "integer", jsonPath: ".spec.size" }];
    const versions = [versionWith(sized, { additionalPrinterColumns: columns })];
    await first.send("PATCH", `${definitions}/gadgets.x.io`, { spec: { versions } });
    const { entry, form } = first.stored("x.io", "gadgets", "g");
    assert.equal(bytesIn(entry, form), entry.bytes);
  }

  await using second = start(directory);
  const { entry, form } = second.stored("x.io", "gadgets", "g");

  assert.equal(bytesIn(entry, form), entry.bytes);
});

test("a restarted server derives the bytes of an object once if the schema has changed since its last write", async () => {
  const directory = await temporaryDirectory();
  {
    await using first = start(directory);
    await createGadget(first, versionWith(sized));
    const colored = specWith({ size: { type: "integer", default: 3 }, color: { type: "string", default: "red" } });
    await first.send("PATCH", `${definitions}/gadgets.x.io`, { spec: { versions: [versionWith(colored)] } });
  }

  await using second = start(directory);
  const { entry, form } = second.stored("x.io", "gadgets", "g");
  const derived = bytesIn(entry, form);
  const listed = await second.send("GET", gadgets);
  await second.send("PATCH", `${gadgets}/g`, { metadata: { labels: { a: "b" } } });
  const rewritten = second.stored("x.io", "gadgets", "g").entry;

  assert.match(Buffer.from(derived).toString(), /"spec":\{"size":3,"color":"red"\}/);
  assert.equal(bytesIn(entry, form), derived);
  assert.equal(itemBuffers(entry, form)[0], derived);
  assert.deepEqual((listed as unknown as { items: Body[] }).items[0]?.spec, { size: 3, color: "red" });
  assert.equal(bytesIn(rewritten, form), rewritten.bytes);
});

test("a restarted server derives the bytes once for a schema with a default for the status", async () => {
  const directory = await temporaryDirectory();
  const status = { type: "object", default: { phase: "New" }, properties: { phase: { type: "string" } } };
  const schema = { type: "object", properties: { spec: { type: "object" }, status } };
  {
    await using first = start(directory);
    await createGadget(first, versionWith(schema, { subresources: { status: {} } }));
  }

  await using second = start(directory);
  const { entry, form } = second.stored("x.io", "gadgets", "g");
  const derived = bytesIn(entry, form);

  assert.match(Buffer.from(derived).toString(), /"status":\{"phase":"New"\}/);
  assert.equal(bytesIn(entry, form), derived);
});

test("a fork serves the stored bytes of custom resources", async () => {
  await using server = start(await temporaryDirectory());
  await createGadget(server, versionWith(sized));

  await using fork = server.fork();
  const { entry, form } = fork.stored("x.io", "gadgets", "g");

  assert.equal(bytesIn(entry, form), entry.bytes);
});

const jobs = "/apis/batch/v1/namespaces/default/jobs";
const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };

test("a restarted server has the labels of a Job that a kube-apiserver has not stored yet", async () => {
  const directory = await temporaryDirectory();
  {
    await using first = start(directory);
    await first.send("POST", jobs, { metadata: { name: "j" }, spec: { template } });
  }

  await using second = start(directory);
  const { entry, form } = second.stored("batch", "jobs", "j");
  const read = await second.send("GET", `${jobs}/j`);
  const stored = await second.send("PUT", `${jobs}/j`, read);
  const unchanged = await second.send("PUT", `${jobs}/j`, stored);

  assert.equal(bytesIn(entry, form), entry.bytes);
  assert.notEqual(read.metadata.labels, undefined);
  // The first PUT stores the labels, the second one changes nothing.
  assert.equal(Number(stored.metadata.resourceVersion), Number(read.metadata.resourceVersion) + 1);
  assert.equal(unchanged.metadata.resourceVersion, stored.metadata.resourceVersion);
});

test("a directory of format 1 is converted, and its custom resources are derived until their next write", async () => {
  const directory = await temporaryDirectory();
  {
    await using first = start(directory);
    await createGadget(first, versionWith(sized));
  }
  const file = new DatabaseSync(path.join(directory, "objects.sqlite"));
  file.exec(`ALTER TABLE entries DROP COLUMN written_under; ALTER TABLE entries DROP COLUMN expires_at_ms;
    PRAGMA user_version = 1;`);
  file.close();
  {
    await using second = start(directory);
    const { entry, form } = second.stored("x.io", "gadgets", "g");
    assert.notEqual(bytesIn(entry, form), entry.bytes);
    assert.equal(Buffer.from(bytesIn(entry, form)).toString(), Buffer.from(entry.bytes).toString());
    await second.send("PATCH", `${gadgets}/g`, { metadata: { labels: { a: "b" } } });
  }

  await using third = start(directory);
  const { entry, form } = third.stored("x.io", "gadgets", "g");

  assert.equal(bytesIn(entry, form), entry.bytes);
});
