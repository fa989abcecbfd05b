// An API server that rejects requests with 429: leadership survives, and no object is forgotten.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { tooManyRequests } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { bodyOf } from "@kubewright/transport";
import type { Transport, TransportRequest } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";

const lease = { namespace: "default", name: "demo" };
const parents = 30;

interface Throttle {
  /** Whether the server rejects the request. */
  rejects: (request: TransportRequest) => boolean;
  readonly rejected: string[];
}

test.each<{ title: string; rejects: Throttle["rejects"]; durationMs: number }>([
  { title: "everything but Leases for 60 s", rejects: ({ path }) => !path.includes("/leases"), durationMs: 60_000 },
  { title: "everything for 5 s", rejects: () => true, durationMs: 5_000 },
])(
  "an operator whose server rejects $title keeps the Lease, and reconciles every object after that",
  async ({ rejects, durationMs }) => {
    await using fixture = startOperatorFixture("throttling");
    const throttle: Throttle = { rejects: () => false, rejected: [] };
    const leaderElection = { id: lease.name, namespace: lease.namespace, identity: "a" };
    fixture.start(createChildren, { leaderElection, wrapTransport: (transport) => throttled(transport, throttle) });
    await fixture.clock.advance(5_000);
    for (let number = 1; number <= parents; number += 1) {
      await fixture.client.create(ConfigMap, { metadata: { namespace: "default", name: `parent-${number}` } });
    }

    throttle.rejects = rejects;
    await fixture.clock.advance(durationMs);
    throttle.rejects = () => false;
    await fixture.clock.advance(120_000);

    const children = await Array.fromAsync(fixture.client.list(Secret, { namespace: "default" }));
    const held = await fixture.client.get(Lease, lease);
    expect(children).toHaveLength(parents);
    expect(held?.spec).toMatchObject({ holderIdentity: "a", leaseTransitions: 0 });
    expect(fixture.failures).toEqual([]);
    expect(throttle.rejected.length).toBeGreaterThan(0);
    // Each write waits for Retry-After, so that the server is not called more often than before.
    expect(throttle.rejected.length).toBeLessThan((parents * durationMs) / 1_000 + 50);
  },
);

function createChildren(manager: Manager): void {
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [({ object }) => object.key.name.startsWith("parent-")] })
    .complete(async ({ key, client }) => {
      if (!(await client.get(ConfigMap, key))) return;
      if (!(await client.get(Secret, key))) await client.create(Secret, { metadata: { ...key } });
    });
}

function throttled(transport: Transport, throttle: Throttle): Transport {
  return {
    ...transport,
    async request(request) {
      if (!throttle.rejects(request)) return await transport.request(request);
      throttle.rejected.push(`${request.method} ${request.path}`);
      const status = tooManyRequests("the server is busy", 1).status;
      return {
        status: 429,
        headers: { "content-type": "application/json", "retry-after": "1" },
        body: bodyOf(JSON.stringify(status)),
      };
    },
  };
}
