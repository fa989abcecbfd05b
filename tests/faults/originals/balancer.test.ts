// What holds for Balancer does not hold for the program of the article, so the tests of these defects can fail.
import { Deployment } from "@kubewright/api/apps/v1";
import { isDeepEqual } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { BalancerSpec } from "../../../examples/balancer/api/v1alpha1/balancer.ts";
import { configTree, nginxConfig } from "../../../examples/balancer/internal/nginx/nginx-config.ts";
import { parseConfig } from "../../../examples/balancer/internal/nginx/testdata/parse-config.ts";
import { Balancer } from "../../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { balancer, balancerNamed } from "../balancer.ts";
import type { Run } from "../run.ts";
import { holds } from "./claim.ts";
import type { Claim } from "./claim.ts";
import { originalBalancer, originalConfig } from "./balancer.ts";

const end = "all is done";

const claims: readonly Claim[] = [
  {
    id: "B1",
    title: "has its proxy, whichever write failed once",
    faults: ["serverError"],
    async workload({ client, namespace, rests }) {
      await client.create(balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
    },
    holdsIn: isWhole,
  },
  {
    id: "B2",
    title: "has its proxy, whichever read failed once",
    faults: ["readError"],
    async workload({ client, namespace, rests }) {
      await client.create(balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
    },
    holdsIn: isWhole,
  },
  {
    id: "B3",
    title: "writes nothing in a pass that finds everything right",
    async workload({ client, namespace, rests }) {
      await client.create(balancerNamed(namespace, "b", ["v1"]));
      await rests(end);
      const body = { metadata: { labels: { mark: "1" } } };
      await client.patchKey(Balancer, { namespace, name: "b" }, { type: "merge", body });
    },
    holdsIn: (run) => run.writesAtRest.length === 0,
  },
  {
    id: "B4",
    title: "makes a proxy again that is deleted",
    async workload({ client, namespace, rests }) {
      await client.create(balancerNamed(namespace, "b", ["v1"]));
      await rests("it is there");
      await client.deleteKey(Deployment, { namespace, name: "bproxy" }, { propagationPolicy: "Background" });
      await rests(end);
    },
    holdsIn: isWhole,
  },
];

test.for(claims.map((claim) => [claim.id, claim] as const))(
  "%s: the claim holds for Balancer and fails for the article's program",
  { timeout: 60_000 },
  async ([, claim]) => {
    expect({ id: claim.id, ours: await holds(claim, balancer) }).toEqual({ id: claim.id, ours: true });
    expect({ id: claim.id, original: await holds(claim, originalBalancer) }).toEqual({ id: claim.id, original: false });
  },
);

test("B6: a hostile name reads back as what was meant or is refused by Balancer, and becomes a directive in the article's program", () => {
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
    "Service world/b-v1-backend",
    "ConfigMap world/b-proxy-configmap",
    "Deployment world/bproxy",
    "Service world/b",
  ];
  return wanted.every((name) => found.includes(name));
}
