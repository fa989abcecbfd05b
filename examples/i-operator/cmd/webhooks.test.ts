// The webhooks over TLS, with certificates that the program creates and writes into the webhook configurations.
import { Secret } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { Application } from "../api/v1/zz_generated.application.ts";
import { namePrefix, programNamespace, startWebhookFixture } from "./webhook-fixture.ts";

test("the program creates its certificates, the API server trusts them, and a restarted program uses the same ones", async () => {
  await using fixture = await startWebhookFixture();
  const { client } = fixture.env;
  const create = (name: string, image: string): Promise<string> =>
    client.create(Application, { metadata: { namespace: "default", name }, spec: { image } }).then(
      () => "created",
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const secret = { namespace: programNamespace, name: `${namePrefix}webhook-certificates` };

  const before = await create("before", "nginx");
  const first = await fixture.startProgram();
  const accepted = await create("first", "nginx");
  const refused = await create("refused", "Nginx");
  const stored = await client.get(Secret, secret);
  await first.stop();
  const stopped = await create("stopped", "nginx");
  const second = await fixture.startProgram();
  const again = await create("second", "nginx");
  await second.stop();

  expect(before).toContain('failed calling webhook "mapplication-v1.lixueduan.com"');
  expect(accepted).toBe("created");
  expect(refused).toContain(
    'admission webhook "vapplication-v1.lixueduan.com" denied the request: invalid image name: ',
  );
  expect(stopped).toContain('failed calling webhook "mapplication-v1.lixueduan.com"');
  expect(again).toBe("created");
  expect(await client.get(Secret, secret)).toEqual(stored);
}, 60_000);
