// The server on a loopback socket, with a service that the test implements.
import { credentials, status } from "@grpc/grpc-js";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { SpaceError } from "../space-error.ts";
import type { SpaceService } from "../space-service.ts";
import { createSpaceClient } from "./grpc-client.ts";
import { startGrpcServer } from "./grpc-server.ts";
import type { GrpcServer, GrpcServerOptions } from "./grpc-server.ts";

const clock = createSystemClock();
const token = "a-token-of-the-test-0123456789";
const query = { name: "a", namespace: "" };
const running = { nodeName: "node", ip: "10.0.0.7", port: 9999 };

test("the service receives the fields and the caller of a call, and the client receives the response", async () => {
  const heard: unknown[] = [];
  await using server = await start({
    service: serviceWith({
      createSpaceAndWaitForRunning(info, { caller }) {
        heard.push(info, caller);
        return Promise.resolve(running);
      },
    }),
  });
  using client = createSpaceClient(server.address);
  const resourceLimit = { cpu: "500m", Memory: "512Mi", Storage: "1Gi" };

  const info = await client.createSpaceAndWaitForRunning({ name: "a", image: "ide", port: 9999, resourceLimit });

  expect(info).toEqual(running);
  expect(heard).toEqual([{ name: "a", namespace: "", image: "ide", port: 9999, resourceLimit }, "local"]);
});

test("a failed call has the code of its error, and deleteSpace has Response{400} as a detail", async () => {
  const refusal = new SpaceError("NotFound", "Cannot find it");
  await using server = await start({ service: serviceWith({ deleteSpace: () => Promise.reject(refusal) }) });
  using client = createSpaceClient(server.address);

  const failure: unknown = await client.deleteSpace(query).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: status.NOT_FOUND, details: "Cannot find it" });
  const [detail] = (failure as { metadata: { get(key: string): Buffer[] } }).metadata.get("grpc-status-details-bin");
  // google.rpc.Status { 1: 5, 2: "Cannot find it", 3: Any { 1: type, 2: pb.Response { 1: 400, 2: "Cannot find it" } } }
  const response = "\x08\x90\x03\x12\x0eCannot find it";
  const any = `\x0a\x1ftype.googleapis.com/pb.Response\x12\x13${response}`;
  expect(detail?.toString("latin1")).toBe(`\x08\x05\x12\x0eCannot find it\x1a${String.fromCharCode(any.length)}${any}`);
});

test("an internal error is INTERNAL without details", async () => {
  const secret = new Error("the password is swordfish");
  await using server = await start({ service: serviceWith({ getPodSpaceInfo: () => Promise.reject(secret) }) });
  using client = createSpaceClient(server.address);

  await expect(client.getPodSpaceInfo(query)).rejects.toMatchObject({
    code: status.INTERNAL,
    details: "Internal error",
  });
});

test("a call without the token or with another one is UNAUTHENTICATED and does not reach the service", async () => {
  let reached = 0;
  const service = serviceWith({
    getPodSpaceStatus() {
      reached += 1;
      return Promise.resolve({ status: 0, message: "NotExist" });
    },
  });
  await using server = await start({ service, token });
  using anonymous = createSpaceClient(server.address);
  using stranger = createSpaceClient(server.address, { token: `${token}0` });
  using client = createSpaceClient(server.address, { token });

  await expect(anonymous.getPodSpaceStatus(query)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  await expect(stranger.getPodSpaceStatus(query)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  expect(reached).toBe(0);
  expect(await client.getPodSpaceStatus(query)).toEqual({ status: 0, message: "NotExist" });
});

test("with TLS client certificates, the caller is the subject of its certificate, and a handshake without one fails", async () => {
  const callers: string[] = [];
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom("certificates") });
  const { certificate, key } = await authority.issueServing({ hosts: ["localhost", "127.0.0.1"] });
  const user = await authority.issueClient({ user: "web-backend" });
  await using server = await start({
    service: serviceWith({
      getPodSpaceStatus(_query, { caller }) {
        callers.push(caller);
        return Promise.resolve({ status: 1, message: "Running" });
      },
    }),
    tls: { certificate, key, clientCa: authority.certificate },
  });
  const ca = Buffer.from(authority.certificate);
  const channelOptions = { "grpc.ssl_target_name_override": "localhost" }; // SNI does not allow addresses.
  using client = createSpaceClient(server.address, {
    channel: credentials.createSsl(ca, Buffer.from(user.key), Buffer.from(user.certificate)),
    channelOptions,
  });
  using anonymous = createSpaceClient(server.address, { channel: credentials.createSsl(ca), channelOptions });

  expect(await client.getPodSpaceStatus(query)).toEqual({ status: 1, message: "Running" });
  expect(callers).toEqual(["certificate:web-backend"]);
  await expect(anonymous.getPodSpaceStatus(query)).rejects.toMatchObject({ code: status.UNAVAILABLE });
});

test("a deadline or a cancellation of the caller aborts the call in the service", async () => {
  const ended: AbortSignal[] = [];
  await using server = await start({ service: serviceWith({ createSpaceAndWaitForRunning: waitForEver(ended) }) });
  using client = createSpaceClient(server.address);
  const stop = new AbortController();

  const late = client.createSpaceAndWaitForRunning({ name: "a" }, { deadline: clock.wallTime() + 50 });
  const cancelled = client.createSpaceAndWaitForRunning({ name: "b" }, { signal: stop.signal });
  const refused = expect(cancelled).rejects.toMatchObject({ code: status.CANCELLED });
  await expect(late).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  stop.abort(new Error("changed my mind"));
  await refused;
  await until(() => server.openCalls === 0);

  expect(ended.length).toBe(2);
});

test("a call without a deadline has the deadline of the server", async () => {
  await using server = await start({
    service: serviceWith({ createSpaceAndWaitForRunning: waitForEver([]) }),
    limits: { callTimeoutMs: 20 },
  });
  using client = createSpaceClient(server.address);

  await expect(client.createSpaceAndWaitForRunning({ name: "a" })).rejects.toMatchObject({
    code: status.DEADLINE_EXCEEDED,
  });
});

test("drain() completes open calls and rejects new ones", async () => {
  const answer = Promise.withResolvers<typeof running>();
  await using server = await start({
    service: serviceWith({ createSpaceAndWaitForRunning: () => answer.promise }),
  });
  using client = createSpaceClient(server.address);
  using late = createSpaceClient(server.address);
  const waiting = client.createSpaceAndWaitForRunning({ name: "a" });
  await until(() => server.openCalls === 1);

  const drained = server.drain({ signal: new AbortController().signal });
  await expect(late.getPodSpaceStatus(query)).rejects.toMatchObject({ code: status.UNAVAILABLE });
  answer.resolve(running);

  expect(await waiting).toEqual(running);
  await drained;
});

test("drain() ends open calls with UNAVAILABLE when its signal is aborted", async () => {
  await using server = await start({ service: serviceWith({ createSpaceAndWaitForRunning: waitForEver([]) }) });
  using client = createSpaceClient(server.address);
  const refused = expect(client.createSpaceAndWaitForRunning({ name: "a" })).rejects.toMatchObject({
    code: status.UNAVAILABLE,
  });
  await until(() => server.openCalls === 1);
  const stop = new AbortController();

  const drained = server.drain({ signal: stop.signal });
  stop.abort(new Error("the grace period is over"));

  await refused;
  await drained;
});

function start(options: Partial<GrpcServerOptions> & { readonly service: SpaceService }): Promise<GrpcServer> {
  return startGrpcServer({ bindAddress: "127.0.0.1:0", clock, log: silentLogger, ...options });
}

function serviceWith(answers: Partial<SpaceService>): SpaceService {
  const unexpected = (): never => {
    throw new Error("not used in this test");
  };
  return {
    createSpaceAndWaitForRunning: unexpected,
    deleteSpace: unexpected,
    getPodSpaceStatus: unexpected,
    getPodSpaceInfo: unexpected,
    ...answers,
  };
}

/** Never responds, and records the abort of its signal. */
function waitForEver(ended: AbortSignal[]): SpaceService["createSpaceAndWaitForRunning"] {
  return (_info, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        ended.push(signal);
        reject(signal.reason as Error);
      });
    });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await clock.sleep(1);
}
