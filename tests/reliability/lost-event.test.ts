// A server or a proxy that loses one event of a watch without an error: the watch stays open and healthy, and the cache
// stays stale until it is compared with the server.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { observeEvents } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";
import type { OperatorFixture } from "./operator-fixture.ts";

const periodMs = 600_000;
const key = { namespace: "default", name: "parent" };

test.each([
  { lost: "ADDED", path: "/configmaps", change: createParent },
  { lost: "DELETED", path: "/secrets", change: deleteChild },
  { lost: "MODIFIED", path: "/secrets", change: emptyChild },
])(
  "an operator whose server loses one $lost event repairs its child after the next comparison",
  async ({ lost, path, change }) => {
    await using fixture = startOperatorFixture(`lost ${lost}`);
    const loss = { type: lost, path, isOn: false, events: 0 };
    const checks: string[] = [];
    fixture.start(keepChild, {
      wrapTransport: (transport) => losingEvents(transport, loss),
      cache: { consistencyCheckPeriodMs: periodMs },
      observers: [
        observeEvents((event) => {
          if (event.kind === "consistencyChecked") checks.push(`${event.event.type.kind} ${event.event.result}`);
        }),
      ],
    });
    if (change !== createParent) await createParent(fixture);
    await fixture.clock.advance(1_000);

    loss.isOn = true;
    await change(fixture);
    await fixture.clock.advance(60_000);
    loss.isOn = false;
    const before = await fixture.client.get(Secret, key);
    await fixture.clock.advance(periodMs + 2 * 210_000);
    const after = await fixture.client.get(Secret, key);

    expect(loss.events).toBe(1);
    expect(before?.data).not.toEqual({ colour: "Ymx1ZQ==" });
    expect(after?.data).toEqual({ colour: "Ymx1ZQ==" });
    expect(checks.filter((check) => check.endsWith("failure"))).toEqual([
      path === "/secrets" ? "Secret failure" : "ConfigMap failure",
    ]);
    expect(fixture.failures).toEqual([]);
  },
);

/** Maintains a Secret with the data of each ConfigMap named "parent". */
function keepChild(manager: Manager): void {
  controllerManagedBy(manager)
    .for(ConfigMap)
    .owns(Secret)
    .complete(async ({ key: { namespace, name }, client }) => {
      const parent = await client.get(ConfigMap, { ...key, namespace: namespace ?? key.namespace, name });
      if (parent?.metadata.name !== key.name) return;
      const metadata = { ...key, ownerReferences: [ownerReferenceTo(parent)] };
      await client.createOrUpdate(Secret, key, () => ({ metadata, data: { colour: "Ymx1ZQ==" } }));
    });
}

async function createParent({ client }: OperatorFixture): Promise<void> {
  await client.create(ConfigMap, { metadata: key });
}

async function deleteChild({ client }: OperatorFixture): Promise<void> {
  await client.delete(Secret, key);
}

async function emptyChild({ client }: OperatorFixture): Promise<void> {
  await client.patch(Secret, key, { type: "merge", body: { data: { colour: "" } } });
}

interface Loss {
  readonly type: string;
  readonly path: string;
  isOn: boolean;
  events: number;
}

/** Loses events of one type from one collection while the loss is on. The embedded server sends one event per chunk. */
function losingEvents(transport: Transport, loss: Loss): Transport {
  return {
    ...transport,
    async request(request) {
      const response = await transport.request(request);
      const isWatch = request.path.includes(loss.path) && request.path.includes("watch=true");
      return isWatch ? { ...response, body: remaining(response.body, loss) } : response;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function* remaining(body: AsyncIterable<Uint8Array>, loss: Loss): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    const isLost = loss.isOn && new TextDecoder().decode(chunk).includes(`"type":"${loss.type}"`);
    if (isLost) loss.events += 1;
    else yield chunk;
  }
}
