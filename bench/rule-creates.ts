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
import { kubernetesRules as rules, ruleSchema, ruleValue } from "./rule-cases.ts";

const ruleCounts = [0, rules.length] as const;
const rounds = 9;
const createsPerRound = 60;

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
  const schema = { type: "object", properties: { spec: { ...ruleSchema, ...validations } } };
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
    const object = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: `w-${created}` }, spec: ruleValue };
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
