// Services get addresses from all ServiceCIDRs that are ready, and two Services never the same one.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";

let server: ServerUnderTest;
let services: string;
/** The first three numbers of the range of a test: the kube-apiserver of the lane may have ranges of other tests. */
let network: string;
let name: string;

const cidrs = "/apis/networking.k8s.io/v1/servicecidrs";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  services = `/api/v1/namespaces/${await server.createNamespace()}/services`;
  name = server.uniqueName("range");
  const [second = 0, third = 0] = server.random.bytes(2);
  network = `10.${100 + (second % 100)}.${third}`;
  return async () => {
    await sendRequest(server.transport, { method: "DELETE", path: `${cidrs}/${name}` });
  };
});

afterAll(() => server[Symbol.asyncDispose]());

function create(path: string, body: object): Promise<TestResponse> {
  return sendRequest(server.transport, { method: "POST", path, body });
}

function createService(serviceName: string, clusterIP?: string): Promise<TestResponse> {
  const address = clusterIP === undefined ? {} : { clusterIP };
  return create(services, { metadata: { name: serviceName }, spec: { ports: [{ port: 80 }], ...address } });
}

/** Creates a range, and resolves once the server allocates from it: a kube-apiserver takes a moment. */
async function createRange(cidr: string): Promise<void> {
  expect((await create(cidrs, { metadata: { name }, spec: { cidrs: [cidr] } })).status).toBe(201);
  const probe = async (): Promise<number> => {
    const { status } = await createService("probe", `${network}.1`);
    if (status === 201) await sendRequest(server.transport, { method: "DELETE", path: `${services}/probe` });
    return status;
  };
  await expect.poll(probe, { timeout: 20_000 }).toBe(201);
}

test("a Service gets an address of a further range, and its IPAddress", async () => {
  await createRange(`${network}.0/24`);

  const { status } = await createService("s", `${network}.77`);
  const { body } = await sendRequest(server.transport, { path: `${addresses}/${network}.77` });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    metadata: {
      labels: {
        "ipaddress.kubernetes.io/ip-family": "IPv4",
        "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
      },
    },
    spec: { parentRef: { resource: "services", name: "s" } },
  });
});

test("of two Services that request one address at once, one gets it", async () => {
  await createRange(`${network}.0/24`);

  const responses = await Promise.all([createService("a", `${network}.9`), createService("b", `${network}.9`)]);

  const [won, lost] = responses.toSorted((a, b) => a.status - b.status);
  expect([won?.status, lost?.status]).toEqual([201, 422]);
  expect(lost?.body).toMatchObject({
    message: expect.stringContaining(`failed to allocate IP ${network}.9: provided IP is already allocated`) as string,
  });
});

test.each(["0", "255"])("the address .%s of a range of 256 is not allocated", async (last) => {
  await createRange(`${network}.0/24`);

  const { status, body } = await createService("s", `${network}.${last}`);

  expect(status).toBe(422);
  expect(body).toMatchObject({
    message: expect.stringContaining("the provided network does not match the current range") as string,
  });
});

test("an address of a deleted range is not allocated", async () => {
  await createRange(`${network}.0/24`);
  await sendRequest(server.transport, { method: "DELETE", path: `${cidrs}/${name}` });

  const probe = async (): Promise<number> => {
    const { status } = await createService("probe", `${network}.5`);
    if (status === 201) await sendRequest(server.transport, { method: "DELETE", path: `${services}/probe` });
    return status;
  };
  await expect.poll(probe, { timeout: 20_000 }).toBe(422);
});

test("a range whose condition Ready is False is not used", async () => {
  await createRange(`${network}.0/24`);
  const conditions = [
    { type: "Ready", status: "False", reason: "Test", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
  ];
  const { status } = await sendRequest(server.transport, {
    method: "PATCH",
    path: `${cidrs}/${name}/status`,
    headers: { "content-type": "application/merge-patch+json" },
    body: { status: { conditions } },
  });
  expect(status).toBe(200);

  const probe = async (): Promise<unknown> => {
    const { body, status: code } = await createService("probe", `${network}.5`);
    if (code === 201) await sendRequest(server.transport, { method: "DELETE", path: `${services}/probe` });
    return (body as { readonly message?: string }).message;
  };
  await expect
    .poll(probe, { timeout: 20_000 })
    .toMatch(/failed to allocate IP .*: the provided network does not match the current range/u);
});
