import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createClient } from "../client/create-client.ts";
import { createMemoryApiServer } from "../testing/memory-api-server.ts";
import { createLeaderElection } from "./create-leader-election.ts";

test("a candidate does not lead if the server stores its write with another holder", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("holder")];
  const { transport } = createMemoryApiServer({ types: [Lease], clock, random });
  const client = createClient({ transport, clock, random });
  const change = (lease: Lease): Lease => ({ ...lease, spec: { ...lease.spec, holderIdentity: "other" } });
  const changing = client.intercept((next) => ({
    create: (call) => next.create({ ...call, object: change(call.object as Lease) }),
    update: (call) => next.update({ ...call, object: change(call.object as Lease) }),
  }));
  const lease = { namespace: "default", name: "demo" };
  const election = createLeaderElection({ client: changing, lease, identity: "a", clock, random });
  const stop = new AbortController();
  const done = election.run({ signal: stop.signal });

  await clock.advance(60_000);
  const { kind } = election.state;
  stop.abort();
  await clock.runUntilSettled(done);

  expect(kind).toBe("candidate");
});
