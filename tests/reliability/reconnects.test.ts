// An informer whose connections are reset again and again, over real sockets. Its pauses pass on a virtual clock.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createSystemClock, createVirtualClock, spawn } from "@kubewright/async";
import { configFromKubeconfig, createClient, createTransportFor } from "@kubewright/client";
import { startEnvironment } from "@kubewright/envtest";
import { createInformer } from "@kubewright/informer";
import { expect, inject, test } from "vitest";
import { startTcpProxy } from "./tcp-proxy.ts";

const resets = inject("isLongLane") === true ? 1_000 : 50;

test(
  "an informer follows the server through reset after reset, and leaves no connection behind",
  { timeout: 600_000 },
  async () => {
    await using env = await startEnvironment({ server: "embedded" });
    const text = await env.kubeconfig();
    const { server } = await configFromKubeconfig(text);
    await using proxy = await startTcpProxy(Number(new URL(server).port));
    await using transport = createTransportFor(
      await configFromKubeconfig(text.replaceAll(server, `https://127.0.0.1:${proxy.port}`)),
    );
    const [clock, realTime] = [createVirtualClock(), createSystemClock()];
    const client = createClient({ transport });
    const random = createSeededRandom("resets");
    const informer = createInformer({ verbs: client.raw, type: ConfigMap, namespace: "default", clock, random });
    const key = { namespace: "default", name: "counter" };
    await env.client.create(ConfigMap, { metadata: key, data: { count: "0" } });
    await using _running = spawn((signal) => informer.start({ signal }), {
      name: "informer",
      onError(error) {
        throw error;
      },
    });
    const untilSeen = async (count: number): Promise<void> => {
      while (informer.get(key)?.data?.["count"] !== String(count)) {
        // Requests take real time, pauses virtual time.
        if (isWaiting(informer.state.kind)) await clock.advance(1_000);
        await realTime.nextTurn();
      }
    };
    await untilSeen(0);

    for (let count = 1; count <= resets; count += 1) {
      proxy.reset();
      await env.client.patch(ConfigMap, key, { type: "merge", body: { data: { count: String(count) } } });
      await untilSeen(count);
    }

    expect(proxy.accepted).toBeGreaterThan(resets);
    expect(proxy.open).toBeLessThanOrEqual(2); // One for each lane.
  },
);

function isWaiting(state: string): boolean {
  return state === "backingOff" || state === "expired" || state === "pending";
}
