// Creates of a custom resource with 20 CEL rules and without any, on the embedded server and on a kube-apiserver by turns. The embedded server runs in
// this process and the other one behind a socket, so compare what the rules add:
//
//	KUBEBUILDER_ASSETS=... node --conditions=source bench/rule-creates.ts

import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { readText } from "@kubewright/transport";

const rules = [
  "self.min <= self.max",
  "self.replicas >= self.min && self.replicas <= self.max",
  "self.replicas * 2 + 1 < 100",
  "has(self.max) ? self.max > 0 : true",
  "self.name.startsWith('web')",
  "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
  "self.name in ['a', 'b', 'web-1']",
  "self.name != 'x'",
  "size(self.items) <= 20",
  "self.items.all(x, x.port > 0 && x.port < 65536)",
  "self.items.all(x, self.items.exists_one(y, x.port == y.port && x.protocol == y.protocol))",
  "self.items.filter(x, x.protocol == 'TCP').size() > 2",
  "self.items.map(x, x.name).all(n, n != '')",
  "self.items.exists(x, x.name == 'port-3')",
  "!has(self.labels) || 'app' in self.labels",
  "self.labels.all(k, k.size() < 30)",
  "self.labels.size() < 5",
  "self.tags.exists(t, t == 'tag-9')",
  "self.tags.all(t, t.startsWith('tag'))",
  "isQuantity('100m')",
];
const ruleCounts = [0, rules.length] as const;
const rounds = 9;
const createsPerRound = 60;

const text = { type: "string", maxLength: 60 };
const integer = { type: "integer" };
const item = { type: "object", properties: { name: text, port: integer, protocol: text } };
const properties = {
  name: text,
  min: integer,
  max: integer,
  replicas: integer,
  labels: { type: "object", additionalProperties: text, maxProperties: 20 },
  items: { type: "array", maxItems: 20, items: item },
  tags: { type: "array", maxItems: 50, items: text },
};
const ten = Array.from({ length: 10 }, (_, index) => index);
const spec = {
  name: "web-1",
  min: 1,
  max: 5,
  replicas: 3,
  labels: { app: "web", tier: "front" },
  items: ten.map((index) => ({ name: `port-${index}`, port: 8000 + index, protocol: "TCP" })),
  tags: ten.map((index) => `tag-${index}`),
};

const clock = createSystemClock();
let created = 0;

const crds: readonly KubernetesObject[] = ruleCounts.map(definitionOf);
await using real = await startEnvironment({ server: "real", crds });
await using embedded = await startEnvironment({ server: "embedded", crds });
const servers = { embedded, "kube-apiserver": real };
const times = new Map<string, number[]>();
for (let round = 0; round <= rounds; round++) {
  for (const count of ruleCounts) {
    for (const [name, server] of Object.entries(servers)) {
      const time = await timeOfCreate(server, count);
      const row = `${name}, ${count} rules`;
      // The first round warms up.
      if (round > 0) times.set(row, [...(times.get(row) ?? []), time]);
    }
  }
}
for (const [row, measured] of times) process.stdout.write(`${row}: ${median(measured).toFixed(3)} ms per create\n`);

function groupOf(count: number): string {
  return `rules-${count}.example.com`;
}

function definitionOf(count: number): CustomResourceDefinition {
  const group = groupOf(count);
  const validations = count === 0 ? {} : { "x-kubernetes-validations": rules.map((rule) => ({ rule })) };
  const schema = { type: "object", properties: { spec: { type: "object", properties, ...validations } } };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions: [version] },
  };
}

async function timeOfCreate({ transport }: Environment, count: number): Promise<number> {
  const group = groupOf(count);
  const path = `/apis/${group}/v1/namespaces/default/widgets`;
  const start = clock.now();
  for (let index = 0; index < createsPerRound; index++) {
    created += 1;
    const object = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: `w-${created}` }, spec };
    const response = await transport.request({ method: "POST", path, body: JSON.stringify(object) });
    const answer = await readText(response);
    if (response.status !== 201)
      throw new Error(`Cannot create ${path}: got ${response.status} ${answer}, expected 201`);
  }
  return (clock.now() - start) / createsPerRound;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.trunc(values.length / 2)] ?? 0;
}
