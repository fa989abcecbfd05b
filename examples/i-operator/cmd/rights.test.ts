// The role in config/rbac permits all requests of the program, which acts as its service account.
import { Deployment } from "@kubewright/api/apps/v1";
import { waitFor } from "@kubewright/envtest";
import { discardBody } from "@kubewright/transport";
import { expect, test } from "vitest";
import { Application } from "../api/v1/zz_generated.application.ts";
import { Application as ApplicationV1beta1 } from "../api/v1beta1/zz_generated.application.ts";
import { programAccount, startWebhookFixture } from "./webhook-fixture.ts";

test("the program elects a leader, manages its certificates, and creates, updates and deletes a Deployment with the role in config/rbac", async () => {
  await using fixture = await startWebhookFixture();
  await fixture.startProgram();
  const { env } = fixture;
  const { client } = env;
  const key = { namespace: "default", name: "demo" };

  const created = await client.create(ApplicationV1beta1, {
    metadata: key,
    spec: { state: "Enabled", containerImage: "nginx:1.22" },
  });
  const deployment = await waitFor(Deployment, { ...key, name: "app-demo" }, (found) => found !== undefined, env);
  if (deployment) await client.patchStatus(deployment, { replicas: 1, readyReplicas: 1 });
  await waitFor(Application, key, (found) => found?.status?.ready === true, env);
  await client.patch(Application, key, { type: "merge", body: { spec: { image: "nginx:1.23" } } });
  await waitFor(Deployment, { ...key, name: "app-demo" }, (found) => imageOf(found) === "nginx:1.23", env);
  await client.delete(created);
  await waitFor(Application, key, (found) => found === undefined, env);

  const secrets = await env.transportAs(programAccount).request({ method: "GET", path: "/api/v1/secrets" });
  await discardBody(secrets);
  expect(secrets.status).toBe(403);
}, 60_000);

function imageOf(deployment: Deployment | undefined): string | undefined {
  return deployment?.spec?.template.spec?.containers[0]?.image;
}
