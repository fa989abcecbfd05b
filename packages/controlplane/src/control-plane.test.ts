// The choice of controllers, and the small controllers, on an embedded server and virtual time.
import { ConfigMap, Namespace, ServiceAccount } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { controllerNames, startControlPlane } from "./control-plane.ts";
import type { ControlPlaneOptions } from "./control-plane.ts";
import { startTestCluster } from "./testdata/cluster.ts";

test("all starts every controller whose options are set", async () => {
  const { clock, options } = parts();
  await using without = await clock.runUntilSettled(startControlPlane(options));
  await using all = await clock.runUntilSettled(startControlPlane({ ...options, caCertificate: "PEM" }));

  expect(all.controllers).toEqual(controllerNames);
  expect(controllerNames.filter((name) => !without.controllers.includes(name))).toEqual([
    "root-ca-certificate-publisher-controller",
  ]);
});

test.each([
  {
    controllers: ["cron-controller"],
    message: 'Cannot start controller "cron-controller": it is unknown, must be one of garbage-collector-controller',
  },
  {
    controllers: ["root-ca-certificate-publisher-controller"],
    message: "caCertificate is undefined, must be a certificate in PEM",
  },
])("a controller that cannot start is rejected: $message", async ({ controllers, message }) => {
  const { options } = parts();

  await expect(startControlPlane({ ...options, controllers })).rejects.toThrow(message);
});

test("a control plane waits for a server that is unreachable at its start", async () => {
  const { clock, options } = parts();
  let isAway = true;
  const starting = startControlPlane({
    ...options,
    transport: {
      ...options.transport,
      request: (request) => (isAway ? Promise.reject(new Error("away")) : options.transport.request(request)),
    },
  });

  await clock.advance(10_000);
  isAway = false;

  await using plane = await clock.runUntilSettled(starting);
  expect(plane.controllers).toContain("garbage-collector-controller");
});

test("an aborted start rejects with the reason of the signal", async () => {
  const { clock, options } = parts();
  const controller = new AbortController();
  const starting = startControlPlane({
    ...options,
    transport: { ...options.transport, request: () => Promise.reject(new Error("away")) },
    signal: controller.signal,
  });

  await clock.advance(1_000);
  controller.abort(new Error("enough"));

  await expect(clock.runUntilSettled(starting)).rejects.toThrow("enough");
});

test("every namespace gets a default service account, which is recreated after its deletion", async () => {
  await using cluster = await startTestCluster(["serviceaccount-controller"]);
  const key = { namespace: "team", name: "default" };
  await cluster.client.create(Namespace, { metadata: { name: "team" } });
  const first = await cluster.until(ServiceAccount, key, (account) => account !== undefined);

  await cluster.client.delete(ServiceAccount, key);

  const second = await cluster.until(ServiceAccount, key, (account) => account !== undefined);
  expect(second?.metadata.uid).not.toBe(first?.metadata.uid);
});

test("every namespace gets the CA certificate, which is restored after a change", async () => {
  await using cluster = await startTestCluster("all", { caCertificate: "PEM" });
  const key = { namespace: "default", name: "kube-root-ca.crt" };
  await cluster.until(ConfigMap, key, (found) => found?.data?.["ca.crt"] === "PEM");

  await cluster.client.patch(ConfigMap, key, { type: "merge", body: { data: { "ca.crt": "forged", more: "x" } } });

  const mended = await cluster.until(ConfigMap, key, (found) => found?.data?.["ca.crt"] === "PEM");
  expect(mended?.data).toEqual({ "ca.crt": "PEM" });
  expect(mended?.metadata.annotations).toHaveProperty(["kubernetes.io/description"]);
  expect(mended?.metadata.managedFields?.map(({ manager }) => manager)).toContain("kube-controller-manager");
});

test("an idle cluster has no writes", async () => {
  await using cluster = await startTestCluster("all", { caCertificate: "PEM" });
  await cluster.clock.advance(60_000);
  const revision = cluster.server.revision;

  await cluster.clock.advance(600_000);

  expect(cluster.server.revision).toBe(revision);
});

function parts() {
  const clock = createVirtualClock();
  const random = createSeededRandom("control plane");
  const transport = createApiServer({ clock, random }).transport();
  const options: ControlPlaneOptions = { clock, random, transport };
  return { clock, options };
}
