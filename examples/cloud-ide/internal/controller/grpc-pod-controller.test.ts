// The whole service over its socket, on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { status } from "@grpc/grpc-js";
import { Pod } from "@kubewright/api/core/v1";
import { waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpaceClient } from "../grpc/grpc-client.ts";
import { image, startFixture } from "./cloud-ide-fixture.ts";
import type { Operator, Fixture } from "./cloud-ide-fixture.ts";

const token = "a-token-of-the-test-0123456789";

let fixture: Fixture;
let operator: Operator;
let address: string;

beforeAll(async () => {
  fixture = await startFixture();
  operator = await fixture.startOperator({
    policy: { namespace: fixture.namespace, allowedImages: ["code-server-go1.19"] },
    grpc: { bindAddress: "127.0.0.1:0", token },
  });
  address = (await operator.grpc)?.address ?? "";
}, 180_000);

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

test("a workspace is created, read and deleted over gRPC", async () => {
  using client = createSpaceClient(address, { token });
  const created = client.createSpaceAndWaitForRunning({ name: "over-grpc", image, port: 9999 });
  await fixture.setPodStatus("over-grpc", { phase: "Running", podIP: "10.0.0.8", podIPs: [{ ip: "10.0.0.8" }] });
  const info = { nodeName: "", ip: "10.0.0.8", port: 9999 };

  expect(await created).toEqual(info);
  expect(await client.getPodSpaceInfo({ name: "over-grpc" })).toEqual(info);
  expect(await client.getPodSpaceStatus({ name: "over-grpc" })).toEqual({ status: 1, message: "Running" });
  expect(await client.deleteSpace({ name: "over-grpc" })).toEqual({ status: 200, message: "success" });
  await waitFor(Pod, { namespace: fixture.namespace, name: "over-grpc" }, (pod) => !pod, fixture.env);
  expect(await client.getPodSpaceStatus({ name: "over-grpc" })).toEqual({ status: 0, message: "NotExist" });
});

test("a cancelled call leaves no waiter, and a Pod that the same call finds again", async () => {
  using client = createSpaceClient(address, { token });
  const stop = new AbortController();
  const request = { name: "gone", image, port: 9999 };
  const gone = client.createSpaceAndWaitForRunning(request, { signal: stop.signal });
  const refused = expect(gone).rejects.toMatchObject({ code: status.CANCELLED });
  await waitFor(Pod, { namespace: fixture.namespace, name: "gone" }, Boolean, fixture.env);
  stop.abort(new Error("the caller has gone"));
  await refused;
  while (operator.statuses.waiting > 0) await fixture.env.clock.sleep(1);

  const again = client.createSpaceAndWaitForRunning(request);
  await fixture.setPodStatus("gone", { phase: "Running" });

  expect(await again).toMatchObject({ port: 9999 });
});

test("errors of the API server have gRPC codes", async () => {
  using client = createSpaceClient(address, { token });
  const request = { name: "taken", image, port: 9999 };
  const first = client.createSpaceAndWaitForRunning(request);
  await fixture.setPodStatus("taken", { phase: "Running" });
  await first;

  const other = client.createSpaceAndWaitForRunning({ ...request, port: 8080 });

  await expect(other).rejects.toMatchObject({ code: status.ALREADY_EXISTS });
  await expect(client.deleteSpace({ name: "missing" })).rejects.toMatchObject({ code: status.NOT_FOUND });
});
