/** One write of each verb and each action subresource, for suites in which a webhook holds them all. */
import type { TestRequest } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { binding, create, eviction, pod, workload } from "./bodies.ts";
import { approved, requestsPath, specOf } from "./certificate-request-client.ts";
import { apply, patch, post, put, remove } from "./writers.ts";
import type { Writers } from "./writers.ts";

export interface WriteCase {
  readonly request: TestRequest;
  /** The object that the request would create, change or delete. */
  readonly path: string;
}

/** The rules of a webhook that reviews these writes. */
export const writeCaseRules: readonly object[] = [
  {
    operations: ["*"],
    apiGroups: [""],
    apiVersions: ["v1"],
    resources: ["configmaps", "services", "pods/binding", "pods/eviction", "serviceaccounts/token"],
  },
  { operations: ["*"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments/scale"] },
  {
    operations: ["*"],
    apiGroups: ["certificates.k8s.io"],
    apiVersions: ["v1"],
    resources: ["certificatesigningrequests/approval"],
  },
];

/** Creates the objects that the writes need. No two writes use the same object. */
export async function createWriteCases(
  server: ServerUnderTest,
  writers: Writers,
  namespace: string,
): Promise<readonly WriteCase[]> {
  const core = `/api/v1/namespaces/${namespace}`;
  const configMaps = `${core}/configmaps`;
  const services = `${core}/services`;
  const spec = { ports: [{ port: 80 }] };
  const configMap = (name: string): Promise<string> =>
    create(writers, configMaps, { metadata: { name }, data: { a: "first" } });
  const [replaced, patched, applied, deleted] = [
    await configMap("replaced"),
    await configMap("patched"),
    await configMap("applied"),
    await configMap("deleted"),
  ];
  const removed = await create(writers, services, { metadata: { name: "removed" }, spec });
  const bound = await create(writers, `${core}/pods`, pod("bound"));
  const evicted = await create(writers, `${core}/pods`, pod("evicted"));
  const account = await create(writers, `${core}/serviceaccounts`, { metadata: { name: "robot" } });
  const scaled = await create(writers, `/apis/apps/v1/namespaces/${namespace}/deployments`, workload("scaled"));
  const name = server.uniqueName("request-");
  const signed = await create(writers, requestsPath, { metadata: { name }, spec: specOf() });
  const applying = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: { b: "late" } };
  return [
    { request: post(configMaps, { metadata: { name: "created" } }), path: `${configMaps}/created` },
    { request: put(replaced, { metadata: { name: "replaced" }, data: { a: "late" } }), path: replaced },
    { request: patch("merge", patched, { data: { a: "late" } }), path: patched },
    { request: apply("late", applied, applying), path: applied },
    { request: remove(deleted), path: deleted },
    { request: post(services, { metadata: { name: "late" }, spec }), path: `${services}/late` },
    { request: remove(removed), path: removed },
    { request: post(`${bound}/binding`, binding("bound", "late")), path: bound },
    { request: post(`${evicted}/eviction`, eviction("evicted")), path: evicted },
    { request: post(`${account}/token`, { spec: {} }), path: account },
    { request: patch("merge", `${scaled}/scale`, { spec: { replicas: 5 } }), path: scaled },
    { request: patch("merge", `${signed}/approval`, { status: { conditions: [approved] } }), path: signed },
  ];
}

/** The version of each object, or the status of a read without one. */
export async function versionsOf(writers: Writers, cases: readonly WriteCase[]): Promise<readonly string[]> {
  const responses = await Promise.all(cases.map(({ path }) => writers.send({ path })));
  return responses.map(({ status, body }) => (status === 200 ? body.metadata.resourceVersion : String(status)));
}
