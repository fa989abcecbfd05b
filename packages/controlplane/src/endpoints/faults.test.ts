// Endpoints with a fault at each write: the result is the same as without a fault, and nothing is created twice.
import { Endpoints, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { expect, test } from "vitest";
import { playWithFault } from "../testdata/restarts.ts";
import type { FaultyFixture } from "../testdata/restarts.ts";

const key = { namespace: "default", name: "web" };
const controllers = ["endpointslice-controller", "endpoints-controller"] as const;

test.each(["restart", "responseLost"] as const)("a Service has the same endpoints after a fault: %s", async (kind) => {
  const undisturbed = await playWithFault(controllers, runLifecycle);

  for (const [index, write] of undisturbed.writes.entries()) {
    const disturbed = await playWithFault(controllers, runLifecycle, { kind, write: index + 1 });
    expect(disturbed.states, `${kind} at ${write}`).toEqual(undisturbed.states);
  }
});

interface Lifecycle {
  readonly writes: readonly string[];
  readonly states: readonly unknown[];
}

async function runLifecycle({ client, clock, writes }: FaultyFixture): Promise<Lifecycle> {
  const states: unknown[] = [];
  const rests = async (): Promise<void> => {
    await clock.advance(5_000);
    const slices = await Array.fromAsync(
      client.list(EndpointSlice, { labelSelector: "kubernetes.io/service-name=web" }),
    );
    const endpoints = await client.get(Endpoints, key);
    states.push({
      slices: slices.map(({ endpoints: own, ports }) => [own?.map(({ targetRef }) => targetRef?.name), ports]),
      endpoints: endpoints?.subsets?.map(({ addresses, ports }) => [addresses?.length, ports]),
      labels: endpoints?.metadata.labels,
    });
  };

  await client.create(Service, {
    metadata: key,
    spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] },
  });
  for (const name of ["a", "b"]) await client.create(Pod, pod(name));
  await rests();
  await client.delete(Pod, { namespace: "default", name: "a" }, { gracePeriodSeconds: 0 });
  await rests();
  return { writes: [...writes], states };
}

function pod(name: string): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "default", name, labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "nginx" }] },
  };
}
