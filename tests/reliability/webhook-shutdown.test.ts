// A manager with a webhook server on real loopback sockets: standby replicas serve webhooks too, and a connection that a client keeps open does not
// keep the manager from stopping and releasing its Lease.
import { connect } from "node:tls";
import { createApiServer } from "@kubewright/apiserver";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createSelfSignedCertificate } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import { createManager } from "@kubewright/runtime";
import { createWebhookServer } from "@kubewright/webhook";
import { expect, onTestFinished, test } from "vitest";

const lease = { name: "demo", namespace: "default" };

test("a connection with half a review is closed when the graceful shutdown timeout is near, and the Lease is released", async () => {
  const { clock, client, startReplica } = createFixture();
  const { server, stop, done } = startReplica("a");
  const port = await server.waitForListening();
  await clock.advance(5_000);
  const holder = (await client.get(Lease, lease))?.spec?.holderIdentity;
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once("secureConnect", resolve));
  const closed = new Promise((resolve) => socket.on("error", () => {}).once("close", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");

  stop.abort(new Error("SIGTERM"));
  await clock.advance(25_000);
  await closed;
  await done;

  expect(holder).toBe("a");
  expect((await client.get(Lease, lease))?.spec?.holderIdentity ?? "").toBe("");
});

test("a standby replica serves webhooks", async () => {
  const { clock, startReplica } = createFixture();
  const leader = startReplica("a");
  await leader.server.waitForListening();
  await clock.advance(5_000);

  const standby = startReplica("b");

  expect(await standby.server.waitForListening()).toBeGreaterThan(0);
  for (const { stop, done } of [leader, standby]) {
    stop.abort(new Error("SIGTERM"));
    await clock.advance(1);
    await done;
  }
});

interface Replica {
  readonly server: ReturnType<typeof createWebhookServer>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

function createFixture() {
  const [clock, random] = [createVirtualClock(), createSeededRandom("webhooks")];
  const apiServer = createApiServer({ clock, random });
  return {
    clock,
    client: createClient({ transport: apiServer.transport(), clock, random }),
    startReplica(identity: string): Replica {
      const manager = createManager({
        transport: apiServer.transport(),
        clock,
        random,
        leaderElection: { id: lease.name, namespace: lease.namespace, identity },
      });
      const certificate = createSelfSignedCertificate({ clock, random });
      const server = createWebhookServer({ host: "127.0.0.1", port: 0, certificate });
      manager.add(server);
      const stop = new AbortController();
      return { server, stop, done: manager.start({ signal: stop.signal }) };
    },
  };
}
