// Which conversions dev routes to the operator. tests/contract/dev-conversion.test.ts converts objects.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { expect, test } from "vitest";

import { startSmallProject } from "../testdata/dev-fixture.ts";
import type { DevFixture } from "../testdata/dev-fixture.ts";

const timeoutMs = 120_000;

test(
  "dev routes conversions to the operator, once",
  async () => {
    await using fixture = await startConvertedProject();

    const running = fixture.dev([]);
    await fixture.untilPrinted("waiting for saves");
    await using cluster = await fixture.reach();
    const definition = await cluster.client.get(CustomResourceDefinition, { name: "things.example.dev" });
    await fixture.write("cmd/main.ts", `${listeningMain}// Saved.\n`);
    await fixture.untilPrinted("operator  restarted");
    await fixture.untilPrinted("listens", 2);
    fixture.signal("SIGINT");

    expect(await running).toBe(0);
    const url = definition?.spec.conversion?.webhook?.clientConfig?.url;
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/convert$/);
    const routed = `webhooks  the conversion of things.example.dev calls ${url?.replace("/convert", "")}`;
    expect(fixture.output().split(routed)).toHaveLength(2);
    expect(fixture.errors()).toBe("");
  },
  timeoutMs,
);

test(
  "dev without webhooks warns about kinds that are not converted here",
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

/** A project after `create webhook --conversion`, with an operator that only listens. */
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
