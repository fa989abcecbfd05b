import assert from "node:assert/strict";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { test } from "vitest";
import { mergePatch, startCluster } from "../../kinds/testdata/cluster.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

test("a definition whose conversion webhook has invalid certificates is established once they are corrected", async () => {
  const cluster = startCluster();
  const clientConfig = { url: "https://webhook.example.com", caBundle: "eA==" };
  const definition = {
    metadata: { name: "widgets.x.io" },
    spec: {
      group: "x.io",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  };
  const path = `${definitions}/widgets.x.io`;
  const conditions = async (): Promise<readonly (readonly unknown[])[]> => {
    const { status } = await cluster.sendOk<CustomResourceDefinition>("GET", path);
    return (status?.conditions ?? []).map(({ type, status: value, reason, message }) => [type, value, reason, message]);
  };

  await cluster.sendOk("POST", definitions, definition);
  const before = await conditions();
  const corrected = { spec: { conversion: { webhook: { clientConfig: { caBundle: null } } } } };
  await cluster.sendOk("PATCH", path, corrected, mergePatch);

  const [names, invalid] = before;
  assert.deepEqual(invalid, ["Established", "False", "InvalidCABundle", "The conversion webhook CABundle is invalid"]);
  const established = ["Established", "True", "InitialNamesAccepted", "the initial names have been accepted"];
  assert.deepEqual(await conditions(), [names, established]);
});
