// Metrics over TLS on loopback: the protocols, and the replacement of the certificate with open connections. `tests/contract/metrics.test.ts` tests
// the access of users on both servers.
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import { createSeededRandom, createVirtualClock, onAbort, spawn } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createCertificateAuthority, createCertificateFromFiles } from "@kubewright/certificates";
import type { CertificateSource, IssuedCertificate } from "@kubewright/certificates";
import { expect, onTestFinished, test } from "vitest";
import { createFakeApi } from "../testdata/fake-api.ts";
import { createManager } from "./manager.ts";
import type { ManagerMetricsOptions, ManagerPprofOptions } from "./manager-options.ts";
import type { Manager } from "./manager.ts";

const dayMs = 86_400_000;
const startTime = Date.UTC(2026, 0, 1);

test("metrics are served over TLS 1.2 and 1.3 and HTTP/1.1, but not over older versions or without TLS", async () => {
  const { port } = await startManager();

  const protocols = ["TLSv1.3", "TLSv1.2", "TLSv1.1"] as const;
  const chosen = await Promise.all(
    protocols.map((version) =>
      handshake(port, { minVersion: version, maxVersion: version, ALPNProtocols: ["h2", "http/1.1"] }).then(
        ({ protocol, alpn }) => `${protocol} ${alpn}`,
        () => "refused",
      ),
    ),
  );

  expect(chosen).toEqual(["TLSv1.3 http/1.1", "TLSv1.2 http/1.1", "refused"]);
});

test("profiles are served with the access of metrics: without a token every profile is 401, and other paths are 404", async () => {
  const { pprofPort: port } = await startManager();
  const agent = new Agent({ rejectUnauthorized: false });
  onTestFinished(() => agent.destroy());

  const statuses = await Promise.all(
    ["/debug/pprof/profile", "/debug/pprof/heap", "/debug/pprof/", "/metrics"].map((path) =>
      statusOf(port, agent, path),
    ),
  );

  expect(statuses).toEqual([401, 401, 401, 404]);
});

test("a self-signed certificate is replaced after 60 days, and an open connection continues", async () => {
  const { port, clock } = await startManager();
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  onTestFinished(() => agent.destroy());
  const before = await handshake(port);
  const openBefore = await statusOf(port, agent);

  await clock.advance(61 * dayMs);

  const after = await handshake(port);
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect(after.validFromMs).toBeLessThanOrEqual(clock.wallTime());
  expect(after.validToMs).toBeGreaterThan(clock.wallTime() + 80 * dayMs);
  expect([openBefore, await statusOf(port, agent)]).toEqual([401, 401]);
});

test("a certificate in files is served, and replaced after the files change; an incomplete file is read again", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-metrics-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = createVirtualClock({ startTime });
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom("files") });
  const pairs = [
    await authority.issueServing({ hosts: ["a"] }),
    await authority.issueServing({ hosts: ["b"] }),
  ] as const;
  const put = async ({ certificate, key }: IssuedCertificate): Promise<void> => {
    await writeFile(path.join(folder, "new"), key);
    await rename(path.join(folder, "new"), path.join(folder, "own.key"));
    await writeFile(path.join(folder, "own.crt"), certificate);
  };
  await put(pairs[0]);
  const files = { folder, certName: "own.crt", keyName: "own.key" };
  const { port } = await startManager(createCertificateFromFiles(files, { clock }), clock);

  const first = await handshake(port);
  await writeFile(path.join(folder, "own.crt"), "half a file");
  await clock.advance(30_000);
  const kept = await handshake(port);
  await put(pairs[1]);
  let last = kept;
  // Files are read in real time, during the handshake.
  for (let tries = 0; tries < 100 && last.hosts !== "DNS:b"; tries += 1) {
    await clock.advance(10_000);
    last = await handshake(port);
  }

  expect(kept.fingerprint).toBe(first.fingerprint);
  expect([first.hosts, last.hosts]).toEqual(["DNS:a", "DNS:b"]);
});

test("a manager that waits for the certificate of its metrics stops when its signal is aborted", async () => {
  const stop = new AbortController();
  const { manager } = createFixture({
    async run(_, { signal }) {
      const ended = Promise.withResolvers<void>();
      using _link = onAbort(signal, () => ended.resolve());
      await ended.promise;
    },
  });

  const running = manager.start({ signal: stop.signal });
  stop.abort(new Error("enough"));

  await expect(running).resolves.toBeUndefined();
  expect(manager.addresses.metrics).toBeUndefined();
});

test("tls restricts the versions of secure metrics, and extra handlers require the same access", async () => {
  const { port } = await startManager(undefined, undefined, {
    tls: { minVersion: "TLSv1.3" },
    extraHandlers: { "/debug": () => ({ status: 200, contentType: "text/plain", body: "secret" }) },
  });
  const agent = new Agent({ rejectUnauthorized: false });
  onTestFinished(() => agent.destroy());

  const old = handshake(port, { maxVersion: "TLSv1.2" });

  await expect(old).rejects.toThrow(/alert protocol version/);
  expect((await handshake(port)).protocol).toBe("TLSv1.3");
  expect(await statusOf(port, agent, "/debug")).toBe(401);
  expect(await statusOf(port, agent, "/other")).toBe(404);
});

test("tls restricts the versions of secure profiles", async () => {
  const { port, pprofPort } = await startManager(undefined, undefined, {}, { tls: { minVersion: "TLSv1.3" } });

  const old = handshake(pprofPort, { maxVersion: "TLSv1.2" });

  await expect(old).rejects.toThrow(/alert protocol version/);
  expect((await handshake(pprofPort)).protocol).toBe("TLSv1.3");
  expect((await handshake(port, { maxVersion: "TLSv1.2" })).protocol).toBe("TLSv1.2");
});

interface Running {
  readonly port: number;
  readonly pprofPort: number;
  readonly clock: VirtualClock;
}

interface Fixture {
  readonly manager: Manager;
  readonly clock: VirtualClock;
}

function createFixture(
  certificate?: CertificateSource,
  clock: VirtualClock = createVirtualClock({ startTime }),
  metrics: ManagerMetricsOptions = {},
  pprof: ManagerPprofOptions = {},
): Fixture {
  const manager = createManager({
    transport: createFakeApi().transport,
    clock,
    random: createSeededRandom("metrics"),
    metrics: { bindAddress: "127.0.0.1:0", secureServing: true, certificate, ...metrics },
    pprof: { bindAddress: "127.0.0.1:0", secureServing: true, certificate, ...pprof },
  });
  return { manager, clock };
}

async function startManager(
  certificate?: CertificateSource,
  virtual?: VirtualClock,
  options?: ManagerMetricsOptions,
  pprof?: ManagerPprofOptions,
): Promise<Running> {
  const { manager, clock } = createFixture(certificate, virtual, options, pprof);
  const running = spawn((signal) => manager.start({ signal }), {
    name: "manager",
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => running.stop()); // Files are read in real time.
  await manager.waitForSync();
  const { addresses } = manager;
  return { port: portOf(addresses.metrics), pprofPort: portOf(addresses.pprof), clock };
}

function portOf(address: string | undefined): number {
  return Number(address?.split(":").at(-1));
}

interface Handshake {
  readonly protocol: string | null;
  readonly alpn: string | false | null;
  readonly fingerprint: string;
  readonly hosts: string | undefined;
  readonly validFromMs: number;
  readonly validToMs: number;
}

function handshake(port: number, options: ConnectionOptions = {}): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options }, () => {
      const { fingerprint256, subjectaltname, valid_from: from, valid_to: to } = socket.getPeerCertificate();
      resolve({
        protocol: socket.getProtocol(),
        alpn: socket.alpnProtocol,
        fingerprint: fingerprint256,
        hosts: subjectaltname,
        validFromMs: Date.parse(from),
        validToMs: Date.parse(to),
      });
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

/** The status of a request without a token, which is rejected before any review. */
function statusOf(port: number, agent: Agent, path = "/metrics"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    asked.on("error", reject);
    asked.end();
  });
}
