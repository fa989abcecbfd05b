import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { startCluster } from "../kinds/testdata/cluster.ts";

async function objectOf({ server }: Pick<Cluster, "server">, page: string, kind: string): Promise<object> {
  const headers = { accept: `application/json;as=${kind};g=config.k8s.io;v=v1beta1` };
  const response = await server.transport().request({ method: "GET", path: page, headers });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as object; // The page is an object.
}

test("statusz shows the start of the server and its uptime", async () => {
  const { sendOk, clock } = startCluster();
  await clock.advance((26 * 3600 + 4 * 60 + 5) * 1000 + 999);

  const lines = (await sendOk<string>("GET", "/statusz")).split("\n");

  assert.match(lines[4] ?? "", /^Started(?::|: |=| ) Fri Nov 20 12:00:00 UTC 2026$/u);
  assert.match(lines[5] ?? "", /^Up(?::|: |=| ) 26 hr 04 min 05 sec$/u);
});

test("the uptime is not negative after the system clock was set back", async () => {
  const { server, clock } = startCluster();
  clock.setWallTime(Date.parse("2026-11-20T11:00:00Z"));

  const { uptimeSeconds } = (await objectOf({ server }, "/statusz", "Statusz")) as { readonly uptimeSeconds: number };

  assert.equal(uptimeSeconds, 0);
});

test("flagz shows the defaults of a server without options", async () => {
  const { flags } = (await objectOf(startCluster({ disableAdmissionPlugins: [] }), "/flagz", "Flagz")) as {
    readonly flags: object;
  };

  assert.deepEqual(flags, {
    "api-audiences": "[]",
    "authorization-mode": "[RBAC]",
    "disable-admission-plugins": "[]",
    "enable-admission-plugins": "[]",
    "max-mutating-requests-inflight": "200",
    "max-requests-inflight": "400",
    "service-account-issuer": "[https://kubernetes.default.svc]",
    "service-account-jwks-uri": "",
    "service-cluster-ip-range": "10.0.0.0/24",
  });
});

test("flagz shows the options of the server, lists as CSV in brackets, and no key", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const cluster = startCluster({
    authorization: "AlwaysAllow",
    maxRequestsInflight: 30,
    maxMutatingRequestsInflight: 0,
    serviceClusterIpRange: "10.9.0.0/16",
    disableAdmissionPlugins: ["ServiceAccount", "Priority"],
    serviceAccounts: {
      signingKey,
      issuers: ["https://a.example", "https://b.example"],
      apiAudiences: ['with,comma and "quote"', "plain"],
      jwksUri: "https://keys.example/jwks",
    },
  });

  const text = await cluster.sendOk<string>("GET", "/flagz");
  const { flags } = (await objectOf(cluster, "/flagz", "Flagz")) as { readonly flags: object };

  assert.deepEqual(flags, {
    "api-audiences": '["with,comma and ""quote""",plain]',
    "authorization-mode": "[AlwaysAllow]",
    "disable-admission-plugins": "[ServiceAccount,Priority]",
    "enable-admission-plugins": "[]",
    "max-mutating-requests-inflight": "0",
    "max-requests-inflight": "30",
    "service-account-issuer": "[https://a.example,https://b.example]",
    "service-account-jwks-uri": "https://keys.example/jwks",
    "service-cluster-ip-range": "10.9.0.0/16",
  });
  assert.ok(!text.includes("PRIVATE KEY") && !text.includes(signingKey.split("\n")[1] ?? "PRIVATE"));
});

test("flagz of a fork shows the options of the fork", async () => {
  await using fork = startCluster().server.fork({ authorization: "AlwaysAllow" });

  const { flags } = (await objectOf({ server: fork }, "/flagz", "Flagz")) as {
    readonly flags: Readonly<Record<string, string>>;
  };

  assert.equal(flags["authorization-mode"], "[AlwaysAllow]");
});
