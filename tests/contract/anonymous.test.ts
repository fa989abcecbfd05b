// Requests without credentials, and with wrong ones.
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import type { TokenRequest } from "@kubewright/api/authentication.k8s.io/v1";
import { startEnvironment, startRealControlPlane } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openTokenTransports } from "../token-transport.ts";
import type { TokenTransports } from "../token-transport.ts";

let server: ServerUnderTest;
let transports: TokenTransports;

beforeAll(async () => {
  server = await startServerUnderTest();
  transports = await openTokenTransports(server);
});

afterAll(async () => {
  await transports[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const openPaths = ["/healthz", "/livez", "/readyz", "/version"];
const closedPaths = ["/", "/api", "/apis", "/openapi/v3", "/metrics", "/api/v1/namespaces"];

function statusesOf(transport: Transport, headers: Readonly<Record<string, string>> = {}): Promise<readonly number[]> {
  const paths = [...openPaths, ...closedPaths];
  return Promise.all(paths.map(async (path) => (await sendRequest(transport, { path, headers })).status));
}

const open = openPaths.map(() => 200);
const forbidden = closedPaths.map(() => 403);
const unauthorized = [...openPaths, ...closedPaths].map(() => 401);

test("a client without credentials reads health and version, and nothing else", async () => {
  expect(await statusesOf(transports.of())).toEqual([...open, ...forbidden]);
});

test.for(["Basic YTpi", "Bearer", "Bearer ", "Token abc", ""])(
  "the header Authorization: %s counts as no credentials",
  async (authorization) => {
    expect(await statusesOf(transports.of(), { authorization })).toEqual([...open, ...forbidden]);
  },
);

test("an invalid token gets 401, also on public paths", async () => {
  expect(await statusesOf(transports.of("not-a-token"))).toEqual(unauthorized);
});

test("a 401 has no header X-Content-Type-Options, and a 403 has one", async () => {
  const [rejected, refused] = await Promise.all([
    sendRequest(transports.of("not-a-token"), { path: "/api" }),
    sendRequest(transports.of(), { path: "/api" }),
  ]);

  expect([rejected.status, rejected.headers["x-content-type-options"]]).toEqual([401, undefined]);
  expect([refused.status, refused.headers["x-content-type-options"]]).toEqual([403, "nosniff"]);
});

test("a token after two spaces is ignored, with a warning", async () => {
  const { status, headers } = await sendRequest(transports.of(), {
    path: "/version",
    headers: { authorization: "Bearer  abc" },
  });

  expect(status).toBe(200);
  expect(headers["warning"]).toBe(
    '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"',
  );
});

test("a client without credentials gets 401 from a server with AlwaysAllow", async () => {
  await using allowing = await startAllowingServer();

  expect(await statusesOf(allowing.anonymous)).toEqual(unauthorized);
  expect((await sendRequest(allowing.withToken, { path: "/api/v1/namespaces" })).status).toBe(200);
});

interface AllowingServer extends AsyncDisposable {
  readonly anonymous: Transport;
  /** With the token of a service account without any rights. */
  readonly withToken: Transport;
}

/** A server of the lane's kind with --authorization-mode=AlwaysAllow. */
async function startAllowingServer(): Promise<AllowingServer> {
  await using resources = new AsyncDisposableStack();
  const { admin, address } = inject("kubeconfig") === undefined ? await startEmbedded() : await startReal();
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  await sendRequest(admin, { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "default" } } });
  await sendRequest(admin, { method: "POST", path: accounts, body: { metadata: { name: "robot" } } });
  const { body } = await sendRequest(admin, { method: "POST", path: `${accounts}/robot/token`, body: { spec: {} } });
  const token = (body as TokenRequest).status?.token ?? "";
  const credentials = (): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });
  const anonymous = resources.use(createSocketTransport(address));
  const withToken = resources.use(createSocketTransport({ ...address, credentials }));
  const owned = resources.move();
  return { anonymous, withToken, [Symbol.asyncDispose]: () => owned.disposeAsync() };

  async function startEmbedded(): Promise<{ admin: Transport; address: Address }> {
    const env = resources.use(
      await startEnvironment({ server: "embedded", apiServer: { authorization: "AlwaysAllow" }, listen: {} }),
    );
    const { url = "", caCertificate = "" } = env.listener ?? {};
    return { admin: env.transport, address: { server: url, tls: { ca: caCertificate } } };
  }

  async function startReal(): Promise<{ admin: Transport; address: Address }> {
    const assets = inject("assets");
    const real = resources.use(
      await startRealControlPlane({
        clock: createSystemClock(),
        random: createSeededRandom("anonymous"),
        ...(assets === undefined ? {} : { assets }),
        apiServerFlags: ["--authorization-mode=AlwaysAllow"],
      }),
    );
    return { admin: real.transport, address: { server: real.server, tls: { ca: real.caCertificate } } };
  }
}

interface Address {
  readonly server: string;
  readonly tls: { readonly ca: string };
}
