// The claims that hold for Balancer fail for the program of the article, so the tests of these defects can fail.
import { Deployment } from "@kubewright/api/apps/v1";
import { isDeepEqual } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import { readCrds, startEnvironment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import type { BalancerSpec } from "../../../examples/balancer/api/v1alpha1/balancer.ts";
import { configTree, nginxConfig } from "../../../examples/balancer/internal/nginx/nginx-config.ts";
import { parseConfig } from "../../../examples/balancer/internal/nginx/testdata/parse-config.ts";
import { Balancer } from "../../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { setup as setupOurs } from "../../../examples/balancer/internal/setup.ts";
import { balancer, balancerInCluster, balancerNamed } from "../balancer.ts";
import type { Run } from "../run.ts";
import { chosenFaults } from "../chosen-faults.ts";
import { holds } from "./claim.ts";
import type { Claim } from "./claim.ts";
import { originalBalancer, originalConfig, setup as setupOriginal } from "./balancer.ts";

const end = "all is done";

const claims: readonly Claim[] = [
  {
    id: "B1",
    title: "creates its proxy if any single write fails once",
    faults: ["serverError"],
    async workload({ client, namespace, rests }) {
      await client.create(Balancer, balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
    },
    holdsIn: isWhole,
  },
  {
    id: "B2",
    title: "creates its proxy if any single read fails once",
    faults: ["readError"],
    async workload({ client, namespace, rests }) {
      await client.create(Balancer, balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
    },
    holdsIn: isWhole,
  },
  {
    id: "B3",
    title: "writes nothing in a reconcile without drift",
    async workload({ client, namespace, rests }) {
      await client.create(Balancer, balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
      const body = { metadata: { labels: { mark: "1" } } };
      await client.patch(Balancer, { namespace, name: "b" }, { type: "merge", body });
    },
    holdsIn: (run) => run.writesAtRest.length === 0,
  },
  {
    id: "B4",
    title: "creates a deleted proxy again",
    async workload({ client, namespace, rests }) {
      await client.create(Balancer, balancerNamed(namespace, "b", ["v1"]));
      await rests("it is there");
      await client.delete(Deployment, { namespace, name: "bproxy" }, { propagationPolicy: "Background" });
      await rests(end);
    },
    holdsIn: isWhole,
  },
];

test.for(claims.map((claim) => [claim.id, claim] as const))(
  "%s: the claim holds for Balancer and fails for the article's program",
  { timeout: 60_000 },
  async ([, claim]) => {
    expect({ id: claim.id, ours: await holds(claim, balancerInCluster, chosenFaults) }).toEqual({
      id: claim.id,
      ours: true,
    });
    expect({ id: claim.id, original: await holds(claim, originalBalancer) }).toEqual({ id: claim.id, original: false });
  },
);

test("B5: a Balancer that loses its Lease during a reconcile stops writing, and the article's program continues", async () => {
  expect(await writesOfTheDeposed(setupOurs)).toEqual([]);
  expect(await writesOfTheDeposed(setupOriginal)).not.toEqual([]);
});

test("B6: Balancer quotes or rejects a hostile name, which becomes a directive in the article's program", () => {
  const spec: BalancerSpec = {
    ports: [{ name: "http", port: 80 }],
    backends: [{ name: "v1", weight: 1 }],
  };
  const hostile = { ...spec, ports: [{ name: "a;}\nserver{listen 81;proxy_pass evil", port: 80 }] };

  expect(isDeepEqual(parseConfig(nginxConfig("b", spec)), configTree("b", spec))).toBe(true);
  expect(isDeepEqual(parseConfig(originalConfig("b", spec)), configTree("b", spec))).toBe(true);
  expect(() => nginxConfig("b", hostile)).toThrow("Cannot write");
  expect(isDeepEqual(parseConfig(originalConfig("b", hostile)), configTree("b", hostile))).toBe(false);
});

function isWhole({ states }: Run): boolean {
  const found = Object.keys(states.get(end) ?? {});
  const wanted = [
    "Service fixture/b-v1-backend",
    "ConfigMap fixture/b-proxy-configmap",
    "Deployment fixture/bproxy",
    "Service fixture/b",
  ];
  return wanted.every((name) => found.includes(name));
}

const leaseMs = 15_000;

/** The requests after the Lease has expired: its renewals fail while a reconcile waits for the response to its first write. */
async function writesOfTheDeposed(setup: (manager: Manager) => void): Promise<readonly string[]> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("deposed")];
  const crds = await readCrds(balancer.crds);
  const env = await clock.runUntilSettled(startEnvironment({ server: "embedded", clock, random, crds }));
  const late: string[] = [];
  let endsAt = Number.POSITIVE_INFINITY;
  const transport: Transport = {
    ...env.transport,
    async request(request) {
      const isLease = request.path.includes("/leases");
      if (isLease && clock.now() < endsAt && endsAt !== Number.POSITIVE_INFINITY) throw new Error("read ECONNRESET");
      const isWrite = request.method !== "GET" && !isLease && !request.path.includes("/events");
      if (isWrite && clock.now() >= endsAt) late.push(`${request.method} ${request.path}`);
      const response = await env.transport.request(request);
      if (isWrite && endsAt === Number.POSITIVE_INFINITY) {
        endsAt = clock.now() + leaseMs;
        await clock.sleep(2 * leaseMs);
      }
      return response;
    },
  };
  const election = { id: "balancer", namespace: "default", identity: "first", leaseDurationMs: leaseMs };
  const manager = createManager({ transport, clock, random, leaderElection: election });
  setup(manager);
  await using _running = spawn((signal) => manager.start({ signal }), { name: "deposed", onError: () => {} });
  await clock.advance(5_000);
  await env.client.create(Balancer, balancerNamed("default", "b", ["v1", "v2"]));

  await clock.advance(120_000);

  expect(endsAt).toBeLessThan(clock.now());
  return late;
}
