import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { withAuthority } from "./definition-authority.ts";

const service = { namespace: "default", name: "webhooks", path: "/convert" };

test("withAuthority() sets the caBundle of a definition with a conversion webhook, and keeps the rest", () => {
  const changed = withAuthority(definition({ service, caBundle: "b2xk" }), "bmV3");

  expect(changed).toEqual(definition({ service, caBundle: "bmV3" }));
});

test.each([
  { what: "that has the authority", of: definition({ service, caBundle: "bmV3" }) },
  { what: "without a webhook", of: definition(undefined) },
])("withAuthority() changes nothing in a definition $what", ({ of }) => {
  expect(withAuthority(of, "bmV3")).toBe(undefined);
});

function definition(clientConfig: object | undefined): Stored<CustomResourceDefinition> {
  const conversion = clientConfig
    ? { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } }
    : { strategy: "None" };
  const names = { kind: "Widget", plural: "widgets" };
  // Has only the fields that the function reads.
  return {
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", names, scope: "Namespaced", versions: [], conversion },
  } as unknown as Stored<CustomResourceDefinition>;
}
