/**
 * Clients that allocate exclusive values until the server is killed: addresses and ports of Services, generated names, Nodes of Pods.
 * `checkAllocations` compares the acknowledged writes with the state of the next server.
 */
import type { Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";

export interface Allocations {
  /** The acknowledged Services by name. */
  readonly services: Map<string, ServiceView>;
  /** Services whose delete was acknowledged. */
  readonly deleted: Set<string>;
  /** Services whose delete has no response. */
  readonly uncertain: Set<string>;
  /** By name. */
  readonly pods: Map<string, PodView>;
}

interface ServiceView {
  readonly uid: string;
  readonly clusterIP: string;
  readonly nodePort: number | undefined;
}

interface PodView {
  readonly uid: string;
  /** The Node of an acknowledged binding. */
  readonly node: string | undefined;
}

export interface AllocatingClient {
  readonly client: number;
  readonly transport: Transport;
  readonly namespace: string;
  readonly random: Random;
  /** Aborted at the kill: later responses are ignored. */
  readonly killed: AbortSignal;
  /** Called after each step, once the client has recorded the responses. Default: nothing. */
  readonly onAnswer?: () => void;
}

export function noAllocations(): Allocations {
  return { services: new Map(), deleted: new Set(), uncertain: new Set(), pods: new Map() };
}

interface Body {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: {
    readonly clusterIP: string;
    readonly ports?: readonly { readonly nodePort?: number }[];
    readonly nodeName?: string;
    readonly parentRef?: { readonly name: string; readonly namespace: string };
  };
}

/** A client with more Services deletes one, so that those of all clients fit into the range of addresses after any number of kills. */
const servicesMax = 20;

/** Writes until the kill, also to the Services of this client from earlier rounds. `round` makes its names unique in the directory. */
export async function allocate(made: Allocations, options: AllocatingClient, round: number): Promise<void> {
  const { client, transport, namespace, random, killed, onAnswer } = options;
  const root = `/api/v1/namespaces/${namespace}`;
  const send = async <T = Body>(method: string, path: string, body?: object): Promise<T | undefined> => {
    const response = await sendRequest(transport, { method, path: `${root}${path}`, ...(body && { body }) }).catch(
      () => undefined,
    );
    if (killed.aborted) return undefined;
    if (response === undefined || response.status >= 300)
      throw new Error(`${method} ${path}: ${JSON.stringify(response?.body)}`);
    return response.body as T;
  };
  const services = await send<{ readonly items: readonly Body[] }>("GET", "/services");
  if (services === undefined) return;
  const own = services.items.map(({ metadata }) => metadata.name).filter((name) => name.split("-")[2] === `${client}`);
  for (let step = 0; !killed.aborted; step += 1, onAnswer?.()) {
    const oldest = own[0];
    if (oldest !== undefined && (own.length > servicesMax || random.int(3) === 0)) {
      own.shift();
      made.uncertain.add(oldest);
      if ((await send("DELETE", `/services/${oldest}`)) === undefined) return;
      made.uncertain.delete(oldest);
      made.deleted.add(oldest);
    } else if (random.int(2) === 0) {
      const service = await send(
        "POST",
        "/services",
        serviceNamed(`s-${round}-${client}-${step}`, random.int(2) === 0),
      );
      if (service === undefined) return;
      made.services.set(service.metadata.name, serviceView(service));
      own.push(service.metadata.name);
    } else {
      const pod = await send("POST", "/pods", podManifest);
      if (pod === undefined) return;
      const { name, uid } = pod.metadata;
      made.pods.set(name, { uid, node: undefined });
      const target = { apiVersion: "v1", kind: "Node", name: `node-${client}` };
      if ((await send("POST", `/pods/${name}/binding`, { metadata: { name }, target })) === undefined) return;
      made.pods.set(name, { uid, node: target.name });
    }
  }
}

function serviceNamed(name: string, hasNodePort: boolean): object {
  return { metadata: { name }, spec: { type: hasNodePort ? "NodePort" : "ClusterIP", ports: [{ port: 80 }] } };
}

const podManifest = { metadata: { generateName: "p-" }, spec: { containers: [{ name: "c", image: "i" }] } };

function serviceView({ metadata, spec }: Body): ServiceView {
  return { uid: metadata.uid, clusterIP: spec.clusterIP, nodePort: spec.ports?.[0]?.nodePort };
}

/** The findings in the state of the next server before the first write of a client, compared with the acknowledged writes. */
export async function checkAllocations(
  made: Allocations,
  transport: Transport,
  namespace: string,
): Promise<readonly string[]> {
  const list = async (path: string): Promise<readonly Body[]> => {
    const { status, body } = await sendRequest(transport, { path });
    if (status !== 200) throw new Error(`Cannot list ${path}: ${JSON.stringify(body)}`);
    return (body as { readonly items: readonly Body[] }).items;
  };
  const services = await list(`/api/v1/namespaces/${namespace}/services`);
  const pods = await list(`/api/v1/namespaces/${namespace}/pods`);
  const addresses = (await list("/apis/networking.k8s.io/v1/ipaddresses")).filter(
    ({ spec }) => spec.parentRef?.namespace === namespace,
  );
  const parents = new Map(addresses.map(({ metadata, spec }) => [metadata.name, spec.parentRef?.name]));
  const views = new Map(services.map((service) => [service.metadata.name, serviceView(service)]));
  return [
    ...lostServices(made, views),
    ...[...made.deleted].filter((name) => views.has(name)).map((name) => `Service ${name} was deleted and is there`),
    ...repeated([...views.values()].map(({ clusterIP }) => clusterIP)).map((ip) => `Two Services have ${ip}`),
    ...repeated([...views.values()].flatMap(({ nodePort = [] }) => nodePort)).map(
      (port) => `Two Services have ${port}`,
    ),
    ...[...views]
      .filter(([name, { clusterIP }]) => parents.get(clusterIP) !== name)
      .map(
        ([name, { clusterIP }]) => `Service ${name} has ${clusterIP}, whose IPAddress is of ${parents.get(clusterIP)}`,
      ),
    ...[...parents]
      .filter(([ip, name = ""]) => views.get(name)?.clusterIP !== ip)
      .map(([ip, name]) => `IPAddress ${ip} of Service ${name} has no Service`),
    ...lostPods(made, pods),
  ];
}

function lostServices(
  { services, deleted, uncertain }: Allocations,
  views: ReadonlyMap<string, ServiceView>,
): string[] {
  return [...services].flatMap(([name, service]) => {
    const view = views.get(name);
    if (deleted.has(name) || (view === undefined && uncertain.has(name))) return [];
    const isSame = JSON.stringify(view) === JSON.stringify(service);
    return isSame ? [] : [`Service ${name} was ${JSON.stringify(service)} and is ${JSON.stringify(view)}`];
  });
}

function lostPods(made: Allocations, pods: readonly Body[]): readonly string[] {
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  return [...made.pods].flatMap(([name, { uid, node }]) => {
    const pod = byName.get(name);
    const isSame = pod?.metadata.uid === uid && (node === undefined || pod.spec.nodeName === node);
    return isSame ? [] : [`Pod ${name} of ${uid} on ${node} is ${pod?.metadata.uid} on ${pod?.spec.nodeName}`];
  });
}

function repeated<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
