// What goes wrong between the operator and the API server, on virtual time: a caller who asks again has one workspace, and nobody waits.
import { Pod } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { TransportError } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { expect, test } from "vitest";
import { isSpaceError } from "../space-error.ts";
import { startFixture } from "./cloud-ide-fixture.ts";
import type { Fixture } from "./cloud-ide-fixture.ts";

type Fault = (request: TransportRequest, send: () => Promise<TransportResponse>) => Promise<TransportResponse>;

const faults: readonly { readonly title: string; readonly fault: Fault; readonly at: "POST" | "watch" }[] = [
  { title: "the API server answers the creation with 500", at: "POST", fault: () => Promise.resolve(serverError()) },
  {
    title: "the Pod is created and the answer lost",
    at: "POST",
    async fault(_request, send) {
      await send();
      throw connectionLost();
    },
  },
  {
    title: "the watch breaks after its first event",
    at: "watch",
    async fault(_request, send) {
      const response = await send();
      return { ...response, body: firstOf(response.body) };
    },
  },
];

test.each(faults)("a caller who asks until it is answered gets one workspace, though $title", async ({ at, fault }) => {
  await inFixture(at, 1_000, async ({ clock, fixture }) => {
    const operator = await clock.runUntilSettled(fixture.startOperator({ through: once(at, fault) }));

    const { asked, info } = await clock.runUntilSettled(untilAnswered(() => operator.create("demo")));

    const pods = await Array.fromAsync(fixture.env.client.list(Pod, { namespace: fixture.namespace }));
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(["demo"]);
    expect(info.ip).toBe(pods[0]?.status?.podIP);
    expect(asked).toBe(at === "POST" ? 2 : 1);
    expect(operator.statuses.waiting).toBe(0);
    await clock.runUntilSettled(operator[Symbol.asyncDispose]());
  });
});

test("a Pod that runs before its creation is answered is not missed", async () => {
  await inFixture("fast", 0, async ({ clock, fixture }) => {
    const slowly: Fault = async (_request, send) => {
      const response = await send();
      await clock.sleep(10_000);
      return response;
    };
    const operator = await clock.runUntilSettled(fixture.startOperator({ through: once("POST", slowly) }));

    const info = await clock.runUntilSettled(operator.create("demo"));

    expect(info.ip).not.toBe("");
    await clock.runUntilSettled(operator[Symbol.asyncDispose]());
  });
});

/** Asks again whatever the answer is, but for one that says that asking again does not help. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<{ readonly asked: number; readonly info: T }> {
  for (let asked = 1; ; asked += 1) {
    try {
      return { asked, info: await ask() };
    } catch (error) {
      if (isSpaceError(error) || asked === 5) throw error;
    }
  }
}

/** Commits the fault at the first creation of a Pod, or at the first watch of Pods. */
function once(at: "POST" | "watch", fault: Fault): (transport: Transport) => Transport {
  let isCommitted = false;
  return (transport) => ({
    ...transport,
    async request(request) {
      const isHere = at === "POST" ? request.method === "POST" : request.path.includes("watch=");
      const send = (): Promise<TransportResponse> => transport.request(request);
      if (isCommitted || !isHere || !request.path.includes("/pods")) return await send();
      isCommitted = true;
      return await fault(request, send);
    },
    [Symbol.asyncDispose]: async () => {}, // It is the environment's.
  });
}

async function* firstOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk;
    throw connectionLost();
  }
}

function connectionLost(): TransportError {
  return new TransportError({
    kind: "reset",
    action: "reach the server",
    address: "fixture",
    found: "the connection was lost",
    mayHaveBeenProcessed: true,
  });
}

function serverError(): TransportResponse {
  const status = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "InternalError",
    code: 500,
    message: "",
  };
  return {
    status: 500,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      yield Buffer.from(JSON.stringify(status));
    })(),
  };
}

async function inFixture(
  seed: string,
  startMs: number,
  story: (scene: { readonly clock: VirtualClock; readonly fixture: Fixture }) => Promise<void>,
): Promise<void> {
  const clock = createVirtualClock();
  const fixture = await clock.runUntilSettled(
    startFixture({
      server: "embedded",
      clock,
      random: createSeededRandom(seed),
      controllers: ["node-simulator"],
      podStages: defaultPodStages({ startMs }),
    }),
  );
  await story({ clock, fixture });
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
}
