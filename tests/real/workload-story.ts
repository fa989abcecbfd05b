/**
 * The lifecycle of a Deployment in chapters. Each chapter ends with all objects that the controllers have created, in a form in which two clusters
 * can be compared: uids, times, addresses and random suffixes are masked.
 */
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Deployment as DeploymentShape } from "@kubewright/api/apps/v1";
import { Endpoints, Event, Namespace, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";

export interface Chapter {
  readonly title: string;
  /** By kind, sorted by their masked text. */
  readonly objects: Readonly<Record<string, readonly unknown[]>>;
  /** The Events of the controllers of Deployments and ReplicaSets, sorted by their masked text. */
  readonly events: readonly unknown[];
}

const namespace = "story";
const name = "web";
const key = { namespace, name };

/** Runs all chapters on a cluster with running controllers. */
export async function playStory(env: Environment): Promise<readonly Chapter[]> {
  const { client } = env;
  const chapters: Chapter[] = [];
  const endsWith = async (title: string, isOver: (found: Stored<DeploymentShape>) => boolean): Promise<void> => {
    await waitFor(Deployment, key, (found) => found !== undefined && isAtRest(found) && isOver(found), waiting(env));
    await untilSettled(env);
    chapters.push({ title, objects: await everything(env), events: await eventsOf(env) });
  };

  await client.create(Namespace, { metadata: { name: namespace } });
  await client.create(Service, service);
  await client.create(Deployment, deployment);
  await endsWith("it is created and becomes available", ({ status }) => status?.availableReplicas === 2);

  await patchSpec(env, { template: { spec: { containers: [{ name, image: "nginx:2" }] } } });
  await endsWith("its image is changed", ({ status }) => status?.updatedReplicas === 2 && status.replicas === 2);

  await patchSpec(env, { replicas: 3 });
  await endsWith("it is scaled up", ({ status }) => status?.availableReplicas === 3);

  await patchSpec(env, { template: { spec: { containers: [{ name, image: "nginx:1" }] } } });
  await endsWith("its image is changed back", ({ status }) => status?.updatedReplicas === 3 && status.replicas === 3);

  await patchSpec(env, { replicas: 0 });
  await endsWith("it is scaled to nothing", ({ status }) => (status?.replicas ?? 0) === 0);

  await client.delete(Deployment, key, { propagationPolicy: "Background" });
  await untilGone(env);
  chapters.push({ title: "it is deleted", objects: await everything(env), events: await eventsOf(env) });
  return chapters;
}

const service: Service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { ...key, labels: { team: "a" } },
  spec: { selector: { app: name }, ports: [{ name: "http", port: 80, targetPort: 8080 }] },
};

const deployment: DeploymentShape = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { ...key, labels: { app: name } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: "nginx:1" }] } },
  },
};

async function patchSpec({ client }: Environment, spec: object): Promise<void> {
  await client.patch(Deployment, key, { type: "strategic", body: { spec } });
}

function isAtRest({ metadata, spec, status }: Stored<DeploymentShape>): boolean {
  return status?.observedGeneration === metadata.generation && (status?.availableReplicas ?? 0) === spec?.replicas;
}

/** Waits for the endpoints and for the count of terminating Pods, which follow the Pods a moment later. */
async function untilSettled(env: Environment): Promise<void> {
  const wanted = (await env.client.get(Deployment, key))?.spec?.replicas ?? 0;
  await until(env, async () => {
    const [pods, slices] = [await listed(env, Pod), await listed(env, EndpointSlice)];
    const owners = [...(await listed(env, Deployment)), ...(await listed(env, ReplicaSet))];
    const endpoints = endpointsIn(slices);
    return (
      pods.length === wanted &&
      slices.length === 1 &&
      endpoints.length === wanted &&
      endpoints.every(({ conditions }) => conditions?.ready === true) &&
      owners.every(({ status }) => (status?.terminatingReplicas ?? 0) === 0)
    );
  });
}

async function untilGone(env: Environment): Promise<void> {
  await until(env, async () => {
    const left = [...(await listed(env, ReplicaSet)), ...(await listed(env, Pod))];
    return left.length + endpointsIn(await listed(env, EndpointSlice)).length === 0;
  });
}

function endpointsIn(slices: readonly Stored<EndpointSlice>[]): NonNullable<EndpointSlice["endpoints"]> {
  return slices.flatMap(({ endpoints }) => endpoints ?? []);
}

const waitingMs = 60_000;

function waiting({ client, clock }: Environment): Parameters<typeof waitFor>[3] {
  return { client, clock, timeoutMs: waitingMs };
}

async function until({ clock }: Environment, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = clock.now() + waitingMs;
  while (!(await isTrue())) {
    if (clock.now() > deadline) throw new Error(`The cluster did not settle within ${waitingMs} ms`);
    await clock.sleep(50);
  }
}

async function listed<T extends KubernetesObject>(
  { client }: Environment,
  type: ResourceType<T>,
): Promise<Stored<T>[]> {
  return await Array.fromAsync(client.list(type, { namespace }));
}

const kinds: readonly ResourceType[] = [Deployment, ReplicaSet, Pod, EndpointSlice, Endpoints];

async function everything(env: Environment): Promise<Chapter["objects"]> {
  const found = await Promise.all(
    kinds.map(async (type) => [type.kind, (await listed(env, type)).map(comparable).toSorted(byText)] as const),
  );
  return Object.fromEntries(found);
}

/** Waits for those about the two Pods that every story begins with: recorders write in the background. */
async function eventsOf(env: Environment): Promise<readonly unknown[]> {
  const controllers = ["deployment-controller", "replicaset-controller"];
  const found = async (): Promise<readonly Event[]> =>
    (await listed(env, Event)).filter(({ source }) => controllers.includes(source?.component ?? ""));
  await until(env, async () => (await found()).length >= 3);
  return (await found()).map(comparable).toSorted(byText);
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Fields that always differ. */
const masked: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "lastTransitionTime",
  "lastUpdateTime",
  "ip",
  "addresses",
  "nodeName",
  "firstTimestamp",
  "lastTimestamp",
]);
/** Fields for measurements, whose values depend on timing. */
const triggerTime = "endpoints.kubernetes.io/last-change-trigger-time";
/** The time in the name of an Event. */
const eventSuffix = /\.[0-9a-f]{16}\b/gu;
/** The suffix of a Pod after the hash of its template, and that of an EndpointSlice. */
const generated = /\b(web(?:-[0-9a-z]{6,10})?)-[0-9a-z]{5}\b/gu;

/**
 * Without the status of Pods, which kwok and our simulated node set differently, and without the generation of EndpointSlices. Our
 * server keeps no managed fields, and where the real one stores null for an empty list, it has the list.
 */
function comparable(object: KubernetesObject): unknown {
  const text = JSON.stringify(object, (field, value: unknown) => {
    if (field === "managedFields" || field === triggerTime) return undefined;
    if (field === "status" && object.kind === "Pod") return undefined;
    if (field === "generation" && object.kind === "EndpointSlice") return undefined;
    if (field === "annotations" && Object.keys(value as object).every((name) => name === triggerTime)) return undefined;
    return masked.has(field) ? "<masked>" : (inOrder(value) ?? []);
  });
  return JSON.parse(text.replaceAll(generated, "$1-<generated>").replaceAll(eventSuffix, ".<time>")) as unknown;
}

/** With sorted keys, so that two strings can be compared. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
