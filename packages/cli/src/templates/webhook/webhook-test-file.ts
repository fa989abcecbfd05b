/** `internal/webhook/v1/widget-webhook.test.ts`: tests the webhook functions, and for kinds of the project also with an API server. */
import { apiVersionOf, crdPathOf, isNamespaced, withArticle } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { webhookNames } from "./webhook-names.ts";
import type { WebhookNames } from "./webhook-names.ts";

export function webhookTestFile(project: Project, resource: Resource, header: string): ScaffoldFile {
  const names = webhookNames(project, resource);
  return {
    path: names.testPath,
    content: withHeader(header, resource.api ? onServer(resource, names) : alone(resource, names)),
    ifExists: "refuse",
  };
}

function onServer(resource: Resource, names: WebhookNames): string {
  const up = "../".repeat(names.testPath.split("/").length - 1);
  const key = isNamespaced(resource) ? '{ namespace: "default", name: "sample" }' : '{ name: "sample" }';
  return `// Tests with an API server that calls the webhooks: the embedded one, or a real one with KUBEWRIGHT_TEST_SERVER=real.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import { ${names.imported} } from "${names.kindModule}";
import { webhooks } from "${names.webhooksModule}";

const fileOf = (path: string): string => fileURLToPath(new URL(\`${up}\${path}\`, import.meta.url));

test("a valid ${resource.kind} is stored", async () => {
  await using env = await startEnvironment({
    crds: [fileOf("${crdPathOf(resource)}")],
    webhooks: { manifests: [fileOf("config/webhook/manifests.yaml")], handlers: webhooks },
  });
  const key = ${key};

  const stored = await env.client.create(${names.kind}, { metadata: key, spec: {} });

  assert.equal(stored.metadata.name, "sample");
});
`;
}

function alone(resource: Resource, names: WebhookNames): string {
  const { defaulting = false, validation = false } = resource.webhooks ?? {};
  const imported = [...(validation ? ["refusalOf"] : []), ...(defaulting ? ["withDefaults"] : [])];
  const object = `{ apiVersion: "${apiVersionOf(resource)}", kind: "${resource.kind}", metadata: { name: "sample" } }`;
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import type { ${names.imported} } from "${names.kindModule}";
import { ${imported.join(", ")} } from "./${names.path.split("/").at(-1)}";

const sample: ${names.kind} = ${object};
${validation ? refusal(resource) : ""}${defaulting ? defaults(resource) : ""}`;
}

function refusal({ kind }: Resource): string {
  return `
test("a valid ${kind} is not denied", () => {
  assert.equal(refusalOf(sample), undefined);
});
`;
}

function defaults({ kind }: Resource): string {
  return `
test("${withArticle(kind)} with all fields is not changed", () => {
  assert.deepEqual(withDefaults(sample), sample);
});
`;
}
