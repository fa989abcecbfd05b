/**
 * The clientset: a typed client for each kind of the project, by group and version; and one on an API server in memory, for tests. The code behind
 * them is in `@kubewright/client`.
 */
import { printCode, upperFirst } from "../artifacts/code.ts";
import { clientType, descriptorImports } from "./layout.ts";
import type { ClientGroup } from "./layout.ts";

/** The text of `clientset.ts`, for a file in this folder. */
export function printClientset(groups: readonly ClientGroup[], folder: string): string {
  return printCode(
    'import { createResourceClient } from "@kubewright/client";',
    'import type { Client, ResourceClient } from "@kubewright/client";',
    "",
    ...descriptorImports(groups, folder),
    "",
    "/** Typed clients of the kinds, by group and version. */",
    "export interface Clientset {",
    ...groups.map(({ method }) => `  ${method}(): ${upperFirst(method)}Client;`),
    "}",
    ...groups.flatMap(({ method, kinds }) => [
      "",
      `export interface ${upperFirst(method)}Client {`,
      ...kinds.map(
        (kind) =>
          `  ${kind.method}(${kind.isNamespaced ? "namespace?: string" : ""}): ${clientType(kind.alias, kind.verbs)};`,
      ),
      "}",
    ]),
    "",
    "export function createClientset(client: Client): Clientset {",
    "  return {",
    ...groups.flatMap(({ method, kinds }) => [
      `    ${method}: () => ({`,
      ...kinds.map((kind) =>
        kind.isNamespaced
          ? `      ${kind.method}: (namespace) => createResourceClient(client, ${kind.alias}, namespace),`
          : `      ${kind.method}: () => createResourceClient(client, ${kind.alias}),`,
      ),
      "    }),",
    ]),
    "  };",
    "}",
  );
}

/** The text of `fake-clientset.ts`, beside it. */
export function printFakeClientset(groups: readonly ClientGroup[], folder: string): string {
  const kinds = groups.flatMap((group) => group.kinds).map(({ alias }) => alias);
  return printCode(
    'import { createFakeClient } from "@kubewright/client/testing";',
    'import type { FakeClient } from "@kubewright/client/testing";',
    "",
    ...descriptorImports(groups, folder),
    'import { createClientset } from "./clientset.ts";',
    'import type { Clientset } from "./clientset.ts";',
    "",
    "/** A clientset on an API server in memory. `fake` has its actions and reactors, the server, and a client of all types. */",
    "export interface FakeClientset extends Clientset {",
    "  readonly fake: FakeClient;",
    "}",
    "",
    "/** Creates a clientset with these objects. Each contains its apiVersion, kind and name, and its namespace if its kind is namespaced. */",
    `export function createFakeClientset(...objects: readonly (${kinds.join(" | ")})[]): FakeClientset {`,
    `  const fake = createFakeClient({ types: [${kinds.join(", ")}], objects });`,
    "  return { fake, ...createClientset(fake.client) };",
    "}",
  );
}
