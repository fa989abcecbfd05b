// Writes with bodies in protobuf, as Go clients send them, by many concurrent writers and between writes in JSON.
import { encodeProtobuf } from "@kubewright/apiserver";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { messagesOf, newestOf, patch, post, put, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const modified = "the object has been modified; please apply your changes to the latest version and try again";
const protobuf = "application/vnd.kubernetes.protobuf";

let server: ServerUnderTest;
let configMaps: string;
let roles: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  const namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
  path = `${configMaps}/many`;
});

function encoded(method: "POST" | "PUT", to: string, body: KubernetesObject): TestRequest {
  return { method, path: to, headers: { "content-type": protobuf, accept: protobuf }, body: encodeProtobuf(body) };
}

interface ConfigMap extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>;
}

function configMap(key: string, metadata: object = {}): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "many", ...metadata }, data: { [key]: "x" } };
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("one of several POSTs of one name in protobuf and JSON creates the object", async () => {
    const responses = await writers.together(
      numbers.map((n) =>
        n % 2 === 0 ? encoded("POST", configMaps, configMap(`k${n}`)) : post(configMaps, configMap(`k${n}`)),
      ),
    );

    expect(tally(responses)).toEqual({ 201: 1, 409: 9 });
    expect(messagesOf(responses, 409)).toEqual(['configmaps "many" already exists']);
    const { body } = await writers.send({ path });
    expect(body.data).toEqual(responses.find(({ status }) => status === 201)?.body.data);
  });

  test("POSTs with generateName in protobuf all create an object", async () => {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "many-" } };

    const responses = await writers.together(numbers.map(() => encoded("POST", configMaps, body)));

    expect(tally(responses)).toEqual({ 201: 10 });
    expect(new Set(responses.map((response) => response.body.metadata.name)).size).toBe(10);
  });

  test("PUTs without a version in protobuf and JSON all succeed, and the object is that of the last one", async () => {
    await writers.send(post(configMaps, { metadata: { name: "many" } }));

    const responses = await writers.together(
      numbers.map((n) => (n % 2 === 0 ? encoded("PUT", path, configMap(`k${n}`)) : put(path, configMap(`k${n}`)))),
    );

    expect(tally(responses)).toEqual({ 200: 10 });
    expect((await writers.send({ path })).body.data).toEqual(newestOf(responses).body.data);
  });

  test("one of several PUTs with the same version in protobuf succeeds", async () => {
    const { body } = await writers.send(post(configMaps, { metadata: { name: "many" } }));
    const { resourceVersion } = body.metadata;

    const responses = await writers.together(
      numbers.map((n) => encoded("PUT", path, configMap(`k${n}`, { resourceVersion }))),
    );

    expect(tally(responses)).toEqual({ 200: 1, 409: 9 });
    expect(messagesOf(responses, 409)).toEqual([`Operation cannot be fulfilled on configmaps "many": ${modified}`]);
    const stored = await writers.send({ path });
    expect(stored.body.data).toEqual(responses.find(({ status }) => status === 200)?.body.data);
  });

  test("one of several PUTs of an absent Role in protobuf creates it, and the others update it", async () => {
    const role = (verb: string): KubernetesObject & { readonly rules: readonly object[] } => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "new" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: [verb] }],
    });

    const responses = await writers.together(numbers.map((n) => encoded("PUT", `${roles}/new`, role(`v${n}`))));

    expect(tally(responses)).toEqual({ 201: 1, 200: 9 });
    expect(new Set(responses.map(({ body }) => body.metadata.uid)).size).toBe(1);
    const { body } = await writers.send({ path: `${roles}/new` });
    expect(body.metadata.resourceVersion).toBe(newestOf(responses).body.metadata.resourceVersion);
  });

  test("PUTs in protobuf between patches in JSON all succeed", async () => {
    await writers.send(post(configMaps, { metadata: { name: "many" } }));

    const responses = await writers.together(
      numbers.flatMap((n) => [
        encoded("PUT", path, configMap(`k${n}`)),
        patch("merge", path, { metadata: { labels: { [`l${n}`]: "x" } } }),
      ]),
    );

    expect(tally(responses)).toEqual({ 200: 20 });
    const { body } = await writers.send({ path });
    expect([body.data, body.metadata.labels]).toEqual([
      newestOf(responses).body.data,
      newestOf(responses).body.metadata.labels,
    ]);
  });
});
