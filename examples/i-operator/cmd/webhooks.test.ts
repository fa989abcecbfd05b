// The webhooks as a cluster meets them: over TLS, behind a Service, with certificates that the program makes and puts into its configurations.
import { Application } from "../api/v1/zz_generated.application.ts";
import { Unstructured } from "@kubewright/apimachinery";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Namespace, Secret } from "@kubewright/api/core/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import type { SpawnedTask } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { createSocketTransport } from "@kubewright/transport";
import { serveWebhooks } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createWebhooks } from "../internal/webhook/webhooks.ts";

const config = new URL("../config/", import.meta.url);

test("the program creates its certificates, the API server trusts them, and a restarted program uses the same ones", async () => {
  let port = 0; // Whichever is free, and the same when the program comes back.
  await using env = await startEnvironment({
    server: "embedded",
    crds: [fileURLToPath(new URL("crd/bases", config))],
    apiServer: {
      webhooks: {
        // What a cluster's network does for a Service. That the certificate is for its name and of the bundle's authority stays checked.
        dial: ({ url, caBundle = new Uint8Array() }) =>
          createSocketTransport({
            server: `https://127.0.0.1:${port}`,
            tls: { ca: new TextDecoder().decode(caBundle), serverName: url.hostname },
          }),
      },
    },
  });
  const { client, transport, clock, random } = env;
  await client.create(Namespace, { metadata: { name: "system" } });
  const manifests = await readFile(new URL("webhook/manifests.yaml", config), "utf8");
  for (const document of parseAllDocuments(manifests))
    await client.create(Unstructured, document.toJS() as KubernetesObject);
  const start = async (): Promise<SpawnedTask> => {
    const manager = createManager({ transport, clock, random });
    const server = serveWebhooks(manager, {
      webhooks: createWebhooks(),
      flags: { webhookPort: port },
      namePrefix: "",
      namespace: "system",
    });
    const running = spawn((signal) => manager.start({ signal }), {
      name: "operator",
      onError(error) {
        throw error;
      },
    });
    port = await server.waitForListening();
    return running;
  };
  const create = (name: string, image: string): Promise<string> =>
    client
      .create(Application, {
        metadata: { namespace: "system", name },
        spec: { image },
      })
      .then(
        () => "created",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
  const secret = { namespace: "system", name: "webhook-certificates" };

  const before = await create("before", "nginx");
  const first = await start();
  const accepted = await create("first", "nginx");
  const refused = await create("refused", "Nginx");
  const stored = await client.get(Secret, secret);
  await first.stop();
  const away = await create("away", "nginx");
  const second = await start();
  const again = await create("second", "nginx");
  await second.stop();

  expect(before).toContain('failed calling webhook "mapplication-v1.lixueduan.com"');
  expect(accepted).toBe("created");
  expect(refused).toContain(
    'admission webhook "vapplication-v1.lixueduan.com" denied the request: invalid image name: ',
  );
  expect(away).toContain('failed calling webhook "mapplication-v1.lixueduan.com"');
  expect(again).toBe("created");
  expect(await client.get(Secret, secret)).toEqual(stored);
}, 60_000);
