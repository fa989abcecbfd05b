import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Spoke } from "@kubewright/webhook";
import { expect, test } from "vitest";
import { startEnvironment } from "../environment.ts";
import { convertedBy } from "./conversion-webhooks.ts";

const type: ResourceType = { group: "example.com", version: "v1", kind: "Widget", plural: "widgets", namespaced: true };
const spoke: Spoke = {
  type,
  hub: { ...type, version: "v2" },
  toHub: (object) => object,
  fromHub: (object) => object,
};
const crd: KubernetesObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
};

test("convertedBy() points a CRD at a server, and leaves the rest of it", () => {
  const spec = { group: "example.com", names: { kind: "Widget" } };

  const converted = convertedBy({ url: "https://127.0.0.1:1", caBundle: "Q0E=" }, { ...crd, spec });

  expect(converted).toEqual({
    ...crd,
    spec: {
      ...spec,
      conversion: {
        strategy: "Webhook",
        webhook: {
          clientConfig: { url: "https://127.0.0.1:1/convert", caBundle: "Q0E=" },
          conversionReviewVersions: ["v1"],
        },
      },
    },
  });
});

test("an environment with the embedded server does not start with conversions, and says which ones do", async () => {
  await expect(startEnvironment({ server: "embedded", conversions: [spoke] })).rejects.toThrow(
    "the embedded server does not ask for conversions yet: use the server real or existing",
  );
});
