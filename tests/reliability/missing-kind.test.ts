// A CRD that is missing when the operator starts: the wait is visible, other controllers work, and no restart is needed.
import { Unstructured } from "@kubewright/apimachinery";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { createLogger } from "@kubewright/telemetry";
import { createSocketTransport, readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";

const Widget: ResourceType = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

test("an operator whose CRD is installed ten minutes late is not ready with a reason, runs its other controllers, and then reconciles the kind", async () => {
  await using fixture = startOperatorFixture("missing kind");
  const lines: string[] = [];
  const seen: string[] = [];
  let manager: Manager | undefined;
  const log = createLogger({ clock: fixture.clock, write: (line) => lines.push(line) });
  fixture.start(
    (made) => {
      manager = made;
      for (const type of [Widget, ConfigMap]) {
        controllerManagedBy(made)
          .for(type)
          .complete(async ({ key: { name } }) => {
            seen.push(`${type.kind} ${name}`);
            return {};
          });
      }
    },
    { log, health: { bindAddress: "127.0.0.1:0" } },
  );
  await untilTrue(() => manager?.addresses.health !== undefined);
  await fixture.client.create(ConfigMap, {
    metadata: { namespace: "default", name: "a" },
  });
  await fixture.clock.advance(600_000);
  const [readyBefore, healthBefore] = [await probe("readyz"), await probe("healthz")];
  const seenBefore = seen.filter((name) => name.endsWith(" a") || name.startsWith("Widget"));

  await fixture.client.create(CustomResourceDefinition, widgetCrd);
  fixture.client.mapper.register(Widget);
  await fixture.client.create<KubernetesObject>(Unstructured, {
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata: { namespace: "default", name: "late" },
  });
  const installedAt = fixture.clock.now();
  await fixture.clock.runUntil(() => seen.includes("Widget late"));

  expect(readyBefore).toMatchObject({ status: 500 });
  expect(readyBefore.text).toContain("[-]informer-sync failed");
  expect(healthBefore).toMatchObject({ status: 200 });
  expect(lines).toContainEqual(expect.stringMatching(/Widget.*Waiting for the kind to be installed/u));
  expect(seenBefore).toEqual(["ConfigMap a"]);
  expect(fixture.clock.now() - installedAt).toBeLessThanOrEqual(maxLateMs);
  expect(await probe("readyz")).toMatchObject({ status: 200 });

  async function probe(check: string): Promise<{ readonly status: number; readonly text: string }> {
    await using socket = createSocketTransport({ server: `http://${manager?.addresses.health}` });
    const response = await socket.request({ method: "GET", path: `/${check}?verbose` });
    return { status: response.status, text: await readText(response) };
  }

  /** A socket opens in real time. */
  async function untilTrue(condition: () => boolean): Promise<void> {
    const realTime = createSystemClock();
    while (!condition()) await realTime.nextTurn();
    await fixture.clock.settle();
  }
});

/** The informer of a kind that is not installed lists once per second. */
const maxLateMs = 1_000;

const widgetCrd: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
