// Servers that are killed during changes of definitions, and directories of a server with other options.
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiServer, ApiServerOptions } from "@kubewright/apiserver";
import { openApiServer } from "@kubewright/apiserver";
import type { VirtualClock } from "@kubewright/async";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../http.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definition = `${definitions}/gadgets.x.io`;

interface Body {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: { readonly conditions?: readonly Condition[]; readonly storedVersions?: readonly string[] };
  readonly items?: readonly Body[];
  readonly resources?: readonly { readonly name: string; readonly shortNames?: readonly string[] }[];
  readonly message?: string;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** Servers on one directory, one after the other. */
class Restarts {
  readonly clock: VirtualClock = createVirtualClock();
  #folder = "";
  #starts = 0;
  #server: ApiServer | undefined;

  static async begin(options: ApiServerOptions = {}): Promise<Restarts> {
    const restarts = new Restarts();
    restarts.#folder = await mkdtemp(path.join(tmpdir(), "kubewright-definitions-"));
    onTestFinished(async () => {
      await restarts.#server?.[Symbol.asyncDispose]();
      await rm(restarts.#folder, { recursive: true, force: true });
    });
    await restarts.#open(options);
    return restarts;
  }

  /** Kills the server now, and starts another one with these options. */
  async kill(options: ApiServerOptions = {}): Promise<void> {
    const killed = this.#server;
    const from = this.#directory;
    this.#starts += 1;
    cpSync(from, this.#directory, { recursive: true });
    await killed?.[Symbol.asyncDispose]();
    await this.#open(options);
  }

  async send(method: string, requestPath: string, body?: object, type = "application/json"): Promise<Answer> {
    if (this.#server === undefined) throw new Error("There is no server");
    const headers = { "content-type": type };
    const request = { method, path: requestPath, headers, ...(body && { body }) };
    return (await sendRequest(this.#server.transport(), request)) as Answer;
  }

  merge(requestPath: string, body: object): Promise<Answer> {
    return this.send("PATCH", requestPath, body, "application/merge-patch+json");
  }

  get #directory(): string {
    return path.join(this.#folder, String(this.#starts));
  }

  async #open(options: ApiServerOptions): Promise<void> {
    const random = createSeededRandom(`definitions ${this.#starts}`);
    this.#server = await openApiServer({ ...options, directory: this.#directory, clock: this.clock, random });
  }
}

function version(name: string, properties: object, rest: object = {}): object {
  const spec = { type: "object", properties };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  return { name, served: true, storage: false, schema: { openAPIV3Schema }, ...rest };
}

const size = { size: { type: "integer", default: 3 } };
const color = { color: { type: "string", default: "red" } };

async function createGadgets(restarts: Restarts, versions: readonly object[]): Promise<void> {
  const names = { plural: "gadgets", kind: "Gadget" };
  const spec = { group: "x.io", scope: "Namespaced", names, versions };
  await restarts.send("POST", definitions, { metadata: { name: "gadgets.x.io" }, spec });
}

function gadgets(name: "v1" | "v2", object = ""): string {
  return `/apis/x.io/${name}/namespaces/default/gadgets${object}`;
}

function gadget(name: "v1" | "v2", metadata: object): object {
  return { apiVersion: `x.io/${name}`, kind: "Gadget", metadata, spec: {} };
}

test("a definition that was changed right before the kill is served as changed", async () => {
  const restarts = await Restarts.begin();
  await createGadgets(restarts, [version("v1", size, { storage: true })]);
  await restarts.send("POST", gadgets("v1"), gadget("v1", { name: "g" }));
  const names = { plural: "gadgets", kind: "Gadget", shortNames: ["gg"] };
  await restarts.merge(definition, { spec: { names, versions: [version("v1", color, { storage: true })] } });

  await restarts.kill();
  const read = await restarts.send("GET", gadgets("v1", "/g"));
  const discovery = await restarts.send("GET", "/apis/x.io/v1");

  expect(read.body.spec).toEqual({ color: "red" });
  expect(discovery.body.resources?.map(({ name, shortNames }) => [name, shortNames])).toEqual([["gadgets", ["gg"]]]);
});

test("the cleanup of a deleted definition continues after a kill, and waits for finalizers of instances", async () => {
  const restarts = await Restarts.begin();
  await createGadgets(restarts, [version("v1", size, { storage: true })]);
  await restarts.send("POST", gadgets("v1"), gadget("v1", { name: "held", finalizers: ["x.io/held"] }));
  await restarts.send("DELETE", definition);

  await restarts.kill();
  const terminating = await restarts.send("GET", definition);
  const instance = await restarts.send("GET", gadgets("v1", "/held"));
  const created = await restarts.send("POST", gadgets("v1"), gadget("v1", { name: "new" }));
  await restarts.merge(gadgets("v1", "/held"), { metadata: { finalizers: null } });
  const gone = [await restarts.send("GET", definition), await restarts.send("GET", gadgets("v1"))];
  await createGadgets(restarts, [version("v1", size, { storage: true })]);
  const again = await restarts.send("GET", gadgets("v1"));

  expect(terminating.body.status?.conditions).toContainEqual(
    expect.objectContaining({ type: "Terminating", status: "True", reason: "InstanceDeletionInProgress" }),
  );
  expect(instance.status).toBe(200);
  expect(instance.body.metadata.deletionTimestamp).toBeDefined();
  expect(created.status).toBe(403);
  expect(gone.map(({ status }) => status)).toEqual([404, 404]);
  expect(again.body.items).toEqual([]);
});

test("the deletion of many instances continues after a kill during the deletion", async () => {
  const restarts = await Restarts.begin();
  await createGadgets(restarts, [version("v1", size, { storage: true })]);
  for (let number = 0; number < 600; number += 1) {
    await restarts.send("POST", gadgets("v1"), gadget("v1", { name: `g${number}` }));
  }
  await restarts.send("DELETE", definition);
  const left = (await restarts.send("GET", gadgets("v1"))).body.items?.length;

  await restarts.kill();
  await restarts.clock.advance(1000);
  const gone = [await restarts.send("GET", definition), await restarts.send("GET", gadgets("v1"))];
  await createGadgets(restarts, [version("v1", size, { storage: true })]);
  const again = await restarts.send("GET", gadgets("v1"));

  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(600);
  expect(gone.map(({ status }) => status)).toEqual([404, 404]);
  expect(again.body.items).toEqual([]);
});

test("objects of the previous storage version are served after a kill, and stored in the new one by their next write", async () => {
  const restarts = await Restarts.begin();
  await createGadgets(restarts, [version("v1", size, { storage: true }), version("v2", { ...size, ...color })]);
  await restarts.send("POST", gadgets("v1"), gadget("v1", { name: "old" }));
  const versions = [version("v1", size), version("v2", { ...size, ...color }, { storage: true })];
  await restarts.merge(definition, { spec: { versions } });
  await restarts.send("POST", gadgets("v1"), gadget("v1", { name: "new" }));

  await restarts.kill();
  const { body: changed } = await restarts.send("GET", definition);
  const before = await Promise.all([
    restarts.send("GET", gadgets("v1", "/old")),
    restarts.send("GET", gadgets("v2", "/old")),
    restarts.send("GET", gadgets("v2", "/new")),
  ]);
  await restarts.merge(gadgets("v2", "/old"), { metadata: { labels: { a: "b" } } });
  await restarts.merge(`${definition}/status`, { status: { storedVersions: ["v2"] } });
  await restarts.merge(definition, { spec: { versions: versions.slice(1) } });
  await restarts.kill();
  const listed = await restarts.send("GET", gadgets("v2"));
  const removed = await restarts.send("GET", gadgets("v1", "/old"));

  expect(changed.status?.storedVersions).toEqual(["v1", "v2"]);
  expect(before.map(({ status, body }) => [status, body.apiVersion, body.spec])).toEqual([
    [200, "x.io/v1", { size: 3 }],
    [200, "x.io/v2", { size: 3 }],
    [200, "x.io/v2", { size: 3, color: "red" }],
  ]);
  expect(listed.body.items?.map(({ metadata }) => metadata.name)).toEqual(["new", "old"]);
  expect(removed.status).toBe(404);
});

const services = "/api/v1/namespaces/default/services";

test("a server with another range of cluster IPs serves the Services of its directory and allocates no address twice", async () => {
  const restarts = await Restarts.begin({ serviceClusterIpRange: "10.0.0.0/24" });
  const spec = { ports: [{ port: 80 }] };
  await restarts.send("POST", services, { metadata: { name: "old" }, spec });
  const { body: old } = await restarts.send("GET", `${services}/old`);

  await restarts.kill({ serviceClusterIpRange: "10.96.0.0/24" });
  const kept = await restarts.send("GET", `${services}/old`);
  const labelled = await restarts.merge(`${services}/old`, { metadata: { labels: { a: "b" } } });
  const created = await restarts.send("POST", services, { metadata: { name: "new" }, spec });
  const taken = { clusterIP: old.spec["clusterIP"], ...spec };
  const twice = await restarts.send("POST", services, { metadata: { name: "twice" }, spec: taken });
  const deleted = await restarts.send("DELETE", `${services}/old`);
  const addresses = await restarts.send("GET", "/apis/networking.k8s.io/v1/ipaddresses");

  expect(kept.body.spec).toEqual(old.spec);
  expect([labelled.status, created.status, twice.status, deleted.status]).toEqual([200, 201, 422, 200]);
  expect(created.body.spec["clusterIP"]).not.toBe(old.spec["clusterIP"]);
  expect(addresses.body.items?.map(({ metadata }) => metadata.name)).not.toContain(old.spec["clusterIP"]);
});
