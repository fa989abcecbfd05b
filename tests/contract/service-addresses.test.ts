// The addresses of Services are IPAddress objects that the server itself writes: they pass admission webhooks.
import { IPAddress } from "@kubewright/api/networking.k8s.io/v1";
import { waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { ReviewRequest, Sent, WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let services: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  services = `/api/v1/namespaces/${namespace}/services`;
  host = await startWebhookHost(server, namespace);
  return () => host[Symbol.asyncDispose]();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const aboutAddresses = {
  rules: [{ operations: ["*"], apiGroups: ["networking.k8s.io"], apiVersions: ["v1"], resources: ["ipaddresses"] }],
};
const aboutServices = {
  rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["services"] }],
};
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";

function createService(name: string, spec: object = {}): Promise<Sent> {
  return host.send({
    method: "POST",
    path: services,
    body: { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } },
  });
}

function addressOf({ body }: Sent): string {
  return (body.spec as { readonly clusterIP: string }).clusterIP; // The server sets it.
}

/** An address that no Service has. The Services of other suites have addresses that the server chose, so any fixed one may collide. */
async function freeAddress(): Promise<string> {
  const name = server.uniqueName("service-");
  const address = addressOf(await createService(name));
  await host.send({ method: "DELETE", path: `${services}/${name}` });
  await waitFor(IPAddress, { name: address }, (found) => found === undefined, server);
  return address;
}

/**
 * The reviews of addresses of this test's Services, without repetitions: the repair loop of a kube-apiserver may create an IPAddress again that it has
 * not seen yet.
 */
function asked(): readonly ReviewRequest[] {
  const owner = (spec: unknown): unknown =>
    (spec as { parentRef?: { namespace?: string } } | undefined)?.parentRef?.namespace;
  const reviews = host
    .callsOf("/address")
    .map(({ review }) => review.request)
    .filter(({ object, oldObject }) => owner((object ?? oldObject).spec) === namespace);
  return [...new Map(reviews.map((review) => [`${review.operation} ${review.name}`, review])).values()];
}

test("an address is reviewed between the mutating and the validating review of its Service, as a request of the server", async () => {
  await using _first = await host.configure("mutating", [host.webhook("change", aboutServices)]);
  await using _last = await host.configure("validating", [
    host.webhook("address", aboutAddresses),
    host.webhook("service", aboutServices),
  ]);

  const created = await createService("a");
  const clusterIP = addressOf(created);

  expect(created.status).toBe(201);
  expect(host.order.slice(0, 3)).toEqual(["/change", "/address", "/service"]);
  expect(asked()).toMatchObject([
    {
      operation: "CREATE",
      name: clusterIP,
      userInfo: { username: "system:apiserver", groups: expect.arrayContaining(["system:masters"]) as unknown },
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
      dryRun: false,
      oldObject: null,
      object: {
        kind: "IPAddress",
        metadata: {
          name: clusterIP,
          labels: {
            "ipaddress.kubernetes.io/ip-family": "IPv4",
            "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
          },
        },
        spec: { parentRef: { resource: "services", namespace, name: "a" } },
      },
    },
  ]);
});

test("the delete of a Service deletes its address, which is reviewed, too", async () => {
  await using _ = await host.configure("validating", [host.webhook("address", aboutAddresses)]);
  const clusterIP = addressOf(await createService("a"));

  await host.send({ method: "DELETE", path: `${services}/a` });

  expect(asked().map(({ operation, name }) => [operation, name])).toEqual([
    ["CREATE", clusterIP],
    ["DELETE", clusterIP],
  ]);
  expect((await host.send({ path: `${addresses}/${clusterIP}` })).status).toBe(404);
});

test("a Service whose address is rejected is rejected, and its allocations are released", async () => {
  const clusterIP = await freeAddress();
  await using _ = await host.configure("validating", [host.webhook("address", aboutAddresses)]);
  host.answer("/address", ({ operation }) => ({ allowed: operation !== "CREATE", status: { message: "no more" } }));

  const any = await createService("any");
  const asking = await createService("asking", { clusterIP });

  const denial = 'admission webhook "address.hooks.test" denied the request: no more';
  expect([any.status, asking.status]).toEqual([422, 422]);
  expect(any.body.message).toBe(
    `Service "any" is invalid: spec.clusterIPs: Invalid value: [""]: failed to allocate IP: ${denial}`,
  );
  expect(asking.body.message).toBe(
    `Service "asking" is invalid: spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: ${denial}`,
  );
  host.answer("/address", () => ({}));
  expect((await createService("asking", { clusterIP })).status).toBe(201);
});

test("a Service that is rejected after the allocation of its address releases the address", async () => {
  await using _ = await host.configure("validating", [host.webhook("address", aboutAddresses)]);

  // The server chooses the address: a kube-apiserver has once kept it, and a second run needs another one.
  const { status } = await createService("a", { ports: [{ port: 80, protocol: "X" }] });

  expect(status).toBe(422);
  const address = asked()[0]?.name ?? "";
  // A kube-apiserver may release the address after its response.
  await waitFor(IPAddress, { name: address }, (found) => found === undefined, server);
  expect(asked().map(({ operation, name }) => [operation, name])).toEqual([
    ["CREATE", address],
    ["DELETE", address],
  ]);
});

test("no address is reviewed for a dry run, for a Service without an address, or for an unchanged address", async () => {
  await using _ = await host.configure("validating", [host.webhook("address", aboutAddresses)]);

  await host.send({
    method: "POST",
    path: `${services}?dryRun=All`,
    body: { metadata: { name: "dry" }, spec: { ports: [{ port: 80 }] } },
  });
  await createService("headless", { clusterIP: "None" });
  await createService("kept");
  await host.send({
    method: "PATCH",
    path: `${services}/kept`,
    headers: { "content-type": "application/merge-patch+json" },
    body: { spec: { type: "NodePort" } },
  });

  expect(asked().map(({ operation }) => operation)).toEqual(["CREATE"]);
});

/** Lets the webhook at `/address` hold one review until it is released. */
function holdReview(
  operation: string,
  name: string,
): { readonly arrived: Promise<void>; readonly release: () => void } {
  const arrival = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  host.answer("/address", async (request) => {
    if (request.operation !== operation || request.name !== name) return {};
    arrival.resolve();
    await released.promise;
    return {};
  });
  return { arrived: arrival.promise, release: released.resolve };
}

test("the delete of a Service waits for the review of its own address only", async () => {
  const address = addressOf(await createService("slow"));
  await createService("quick");
  await using _ = await host.configure("validating", [host.webhook("address", aboutAddresses)]);
  const { arrived, release } = holdReview("DELETE", address);
  const order: string[] = [];
  const slow = host.send({ method: "DELETE", path: `${services}/slow` }).then(() => order.push("slow"));
  await arrived;

  await host.send({ method: "DELETE", path: `${services}/quick` });
  order.push("quick");
  const { status } = await host.send({ path: `${services}/slow` });
  release();
  await slow;

  expect([status, order]).toEqual([404, ["quick", "slow"]]);
  expect((await host.send({ path: `${addresses}/${address}` })).status).toBe(404);
});

test("a Service whose timeout passes while its address is reviewed is not created, and the address is released", async () => {
  const clusterIP = await freeAddress();
  await using _ = await host.configure("validating", [
    host.webhook("address", { ...aboutAddresses, timeoutSeconds: 30 }),
  ]);
  const { release } = holdReview("CREATE", clusterIP);
  const body = { metadata: { name: "late" }, spec: { clusterIP, ports: [{ port: 80 }] } };

  const late = await host.send({ method: "POST", path: `${services}?timeout=500ms`, body }).catch(() => undefined);
  const deleted = Promise.withResolvers<void>();
  host.answer("/address", ({ operation }) => {
    if (operation === "DELETE") deleted.resolve();
    return {};
  });
  release();
  await deleted.promise;

  // A kube-apiserver may reset the stream instead of responding.
  expect([504, undefined]).toContain(late?.status);
  expect((await host.send({ path: `${services}/late` })).status).toBe(404);
});
