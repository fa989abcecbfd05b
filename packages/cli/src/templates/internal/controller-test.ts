/** `internal/controller/widget-controller.test.ts`: tests the controller on a control plane. */
import { crdPathOf, isNamespaced } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { controllerNames } from "./controller-names.ts";
import type { ControllerNames } from "./controller-names.ts";

/** @param name The name of an additional controller; absent for the default controller of the kind. */
export function controllerTestFile(project: Project, resource: Resource, header: string, name?: string): ScaffoldFile {
  const names = controllerNames(project, resource, name);
  const code = resource.api ? ownKind(project, resource, names) : othersKind(resource, names);
  return { path: names.testPath, content: withHeader(header, code), ifExists: "refuse" };
}

function ownKind(project: Project, resource: Resource, names: ControllerNames): string {
  const { kind } = names;
  const up = "../".repeat(names.testPath.split("/").length - 1);
  const { key, options, manager } = testScope(project, resource);
  return `// Tests on the embedded control plane, or on a real one with KUBEWRIGHT_TEST_SERVER=real.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findCondition } from "@kubewright/apimachinery";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";
import { ${names.add} } from "${moduleHere(names)}";

const fileOf = (path: string): string => fileURLToPath(new URL(\`${up}\${path}\`, import.meta.url));

test("a new ${resource.kind} becomes available", async () => {
  await using env = await startEnvironment({
    crds: [fileOf("${crdPathOf(resource)}")],
${options}    operator(connection) {
      const manager = createManager(${manager});
      ${names.add}(manager);
      return manager;
    },
  });
  const key = ${key};

  await env.client.create(${kind}, { metadata: key, spec: {} });
  const seen = await waitFor(${kind}, key, (found) => found?.status?.observedGeneration === 1, env);

  assert.equal(findCondition(seen?.status?.conditions, "Available")?.status, "True");
});
`;
}

/** The key of the test object, and the role of the operator. */
export function testScope(project: Project, resource: Resource): { key: string; options: string; manager: string } {
  const isOfNamespace = isNamespaced(resource);
  const namespace = project.namespaced ? "system" : "default";
  // The Role of a namespaced operator does not cover cluster-scoped kinds.
  const hasRole = isOfNamespace || !project.namespaced;
  return {
    key: isOfNamespace ? `{ namespace: "${namespace}", name: "sample" }` : '{ name: "sample" }',
    options: hasRole ? '    rbac: [fileOf("config/rbac")], // A missing RBAC marker fails the test.\n' : "",
    manager:
      project.namespaced && isOfNamespace
        ? '{ ...connection, cache: { defaultNamespaces: ["system"] } }'
        : "connection",
  };
}

function othersKind(resource: Resource, names: ControllerNames): string {
  return resource.core === true ? coreKind(resource, names) : externalKind(resource, names);
}

function coreKind(resource: Resource, names: ControllerNames): string {
  return `// Tests on the embedded control plane, or on a real one with KUBEWRIGHT_TEST_SERVER=real.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEnvironment } from "@kubewright/envtest";
import { createReconcileContext } from "@kubewright/runtime";
import { ${names.reconcile} } from "${moduleHere(names)}";

test("the reconciler ignores a deleted ${resource.kind}", async () => {
  await using env = await startEnvironment();
  const key = { namespace: "default", name: "gone" };

  const result = await ${names.reconcile}(createReconcileContext({ key, client: env.client }));

  assert.equal(result, undefined);
});
`;
}

/** Without a server: the project has no CRD of the kind. */
function externalKind(resource: Resource, names: ControllerNames): string {
  const imports = [
    'import { createFakeClient } from "@kubewright/client/testing";',
    'import { createReconcileContext } from "@kubewright/runtime";',
    `import { ${names.imported} } from "${names.kindModule}";`,
    `import { ${names.reconcile} } from "${moduleHere(names)}";`,
  ];
  return `// Tests with a client in memory. To test on a control plane, pass the CRD of ${resource.kind} to startEnvironment({ crds: ["PATH"] }) of @kubewright/envtest.
import assert from "node:assert/strict";
import { test } from "node:test";
${imports.join("\n")}

test("the reconciler ignores a deleted ${resource.kind}", async () => {
  const { client } = createFakeClient({ types: [${names.kind}] });
  const key = { namespace: "default", name: "gone" };

  const result = await ${names.reconcile}(createReconcileContext({ key, client }));

  assert.equal(result, undefined);
});
`;
}

function moduleHere({ path }: ControllerNames): string {
  return `./${path.split("/").at(-1) ?? ""}`;
}
