/** `internal/controller/widget-controller.test.ts`: the controller at work on a control plane of its own. */
import { crdPathOf, isNamespaced } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { controllerNames } from "./controller-names.ts";
import type { ControllerNames } from "./controller-names.ts";

/** @param name Of a further controller of the kind; absent for the one that is named after it. */
export function controllerTestFile(project: Project, resource: Resource, header: string, name?: string): ScaffoldFile {
  const names = controllerNames(project, resource, name);
  const code = resource.api ? ownKind(project, resource, names) : othersKind(resource, names);
  return { path: names.testPath, content: withHeader(header, code), ifExists: "refuse" };
}

function ownKind(project: Project, resource: Resource, names: ControllerNames): string {
  const { kind } = names;
  const up = "../".repeat(names.testPath.split("/").length - 1);
  const { key, options, manager } = testScope(project, resource);
  return `// The controller at work: on the embedded control plane, or on a real one with KUBEWRIGHT_TEST_SERVER=real.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findCondition } from "@kubewright/apimachinery";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";
import { ${names.add} } from "${moduleHere(names)}";

const fileOf = (path: string): string => fileURLToPath(new URL(\`${up}\${path}\`, import.meta.url));

test("a ${resource.kind} that is created becomes available", async () => {
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

/** Where the test's object is, and with which role the operator runs. */
export function testScope(project: Project, resource: Resource): { key: string; options: string; manager: string } {
  const isOfNamespace = isNamespaced(resource);
  const namespace = project.namespaced ? "system" : "default";
  // The role of an operator for one namespace does not cover kinds without a namespace.
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
  return `// One step of the controller: on the embedded control plane, or on a real one with KUBEWRIGHT_TEST_SERVER=real.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEnvironment } from "@kubewright/envtest";
import { createReconcileContext } from "@kubewright/runtime";
import { ${names.reconcile} } from "${moduleHere(names)}";

test("the reconciler has nothing to do for a ${resource.kind} that is gone", async () => {
  await using env = await startEnvironment();
  const key = { namespace: "default", name: "gone" };

  const result = await ${names.reconcile}(createReconcileContext({ key, client: env.client }));

  assert.equal(result, undefined);
});
`;
}

function moduleHere({ path }: ControllerNames): string {
  return `./${path.split("/").at(-1) ?? ""}`;
}
