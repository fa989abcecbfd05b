// Conversions on a server that asks no webhook for them. On one that does they are shown by tests/real/dev-conversion.test.ts.
import type { KubernetesObject } from "@kubewright/apimachinery";
import { expect, test } from "vitest";

import { startSmallProject } from "../testdata/dev-fixture.ts";
import type { DevFixture } from "../testdata/dev-fixture.ts";

const timeoutMs = 120_000;

test(
  "dev says in one line that the embedded cluster does not convert, once, and what is stored works",
  async () => {
    await using fixture = await startConvertedProject();

    const running = fixture.dev([]);
    await fixture.untilPrinted("waiting for saves");
    await using cluster = await fixture.reach();
    const created = await cluster.client.create<Thing>({ ...thing, spec: { size: 1 } });
    await fixture.write("cmd/main.ts", `${listeningMain}// Saved.\n`);
    await fixture.untilPrinted("operator  restarted");
    await fixture.untilPrinted("listens", 2);
    fixture.signal("SIGINT");

    expect(await running).toBe(0);
    expect(created.spec).toEqual({ size: 1 });
    expect(fixture.errors()).toBe(
      "webhooks  things.example.dev is not converted: this cluster asks no webhook for it, so of an object in another version only what v1, which is stored, has too is kept: work with v1, or name a cluster that converts with --context\n",
    );
  },
  timeoutMs,
);

test(
  "dev without webhooks says which kinds are not converted here",
  async () => {
    await using fixture = await startConvertedProject();

    const running = fixture.dev(["--webhooks", "off"]);
    await fixture.untilPrinted("waiting for saves");
    fixture.signal("SIGINT");

    expect(await running).toBe(0);
    expect(fixture.errors()).toBe("webhooks  things.example.dev is not converted here: --webhooks is off\n");
  },
  timeoutMs,
);

/** As `create webhook --conversion` leaves it, with an operator that only listens. */
async function startConvertedProject(): Promise<DevFixture> {
  const fixture = await startSmallProject();
  await fixture.write("cmd/main.ts", listeningMain);
  await fixture.write("config/crd/kustomization.yaml", "patches: [{ path: patches/webhook_in_things.yaml }]\n");
  await fixture.write(
    "config/crd/patches/webhook_in_things.yaml",
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.dev }
spec:
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: { service: { namespace: system, name: webhook-service, path: /convert } }
`,
  );
  return fixture;
}

const listeningMain = `
import { createServer } from "node:net";
const port = Number(process.argv.find((word) => word.startsWith("--webhook-port="))?.split("=")[1] ?? 0);
const server = createServer().listen(port, "127.0.0.1", () => console.log("listens"));
process.once("SIGTERM", () => server.close());
`;

interface Thing extends KubernetesObject {
  readonly spec?: { readonly size?: number };
}
const thing = {
  apiVersion: "example.dev/v1",
  kind: "Thing",
  metadata: { namespace: "default", name: "first" },
} as const satisfies KubernetesObject;
