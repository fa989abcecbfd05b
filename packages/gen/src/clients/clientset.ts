/**
 * The clientset: a typed client for each kind of the project, by group and version; and one over objects in memory, for tests. What they do is
 * in `@kubewright/client`; generated is what it is called.
 */
import { generatedHeader } from "../artifacts/code.ts";
import { descriptorImports } from "./layout.ts";
import type { ClientGroup } from "./layout.ts";
import { pascal } from "./names.ts";
import { clientType } from "./verbs.ts";

/** The text of `clientset.ts`, for a file in this folder. */
export function printClientset(groups: readonly ClientGroup[], folder: string): string {
  return lines(
    generatedHeader,
    "",
    'import { createResourceClient } from "@kubewright/client";',
    'import type { Client, ResourceClient } from "@kubewright/client";',
    "",
    ...descriptorImports(groups, folder),
    "",
    "/** Typed clients of the kinds, by group and version. */",
    "export interface Clientset {",
    ...groups.map(({ method }) => `  ${method}(): ${pascal(method)}Client;`),
    "}",
    ...groups.flatMap(({ method, kinds }) => [
      "",
      `export interface ${pascal(method)}Client {`,
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
    "",
  );
}

/** The text of `fake-clientset.ts`, beside it. */
export function printFakeClientset(groups: readonly ClientGroup[], folder: string): string {
  const kinds = groups.flatMap((group) => group.kinds);
  return lines(
    generatedHeader,
    "",
    'import { createFakeObjects } from "@kubewright/client";',
    'import type { FakeObjects } from "@kubewright/client";',
    'import type { ResourceType } from "@kubewright/apimachinery";',
    "",
    ...descriptorImports(groups, folder),
    'import type { Clientset } from "./clientset.ts";',
    "",
    "/** The clientset over objects in memory: what was done is in `fake.actions`, and `fake.react` prepares what a call meets with. */",
    "export interface FakeClientset extends Clientset {",
    "  readonly fake: FakeObjects;",
    "}",
    "",
    `const types: readonly ResourceType[] = [${kinds.map(({ alias }) => alias).join(", ")}];`,
    "",
    "/** With these objects in it. Each names its apiVersion and kind. */",
    `export function createFakeClientset(...objects: readonly (${kinds.map(({ alias }) => alias).join(" | ")})[]): FakeClientset {`,
    "  const fake = createFakeObjects(objects.map((object) => ({ type: typeOf(object), object })));",
    "  return {",
    "    fake,",
    ...groups.flatMap((group) => [
      `    ${group.method}: () => ({`,
      ...group.kinds.map((kind) =>
        kind.isNamespaced
          ? `      ${kind.method}: (namespace) => fake.client(${kind.alias}, namespace),`
          : `      ${kind.method}: () => fake.client(${kind.alias}),`,
      ),
      "    }),",
    ]),
    "  };",
    "}",
    "",
    "function typeOf({ apiVersion, kind }: { readonly apiVersion?: string; readonly kind?: string }): ResourceType {",
    "  const found = types.find((type) => `${type.group}/${type.version}` === apiVersion && type.kind === kind);",
    '  if (!found) throw new TypeError(`Cannot keep an object of kind "${kind}" in "${apiVersion}": the clientset has no client for it`);',
    "  return found;",
    "}",
    "",
  );
}

function lines(...text: readonly string[]): string {
  return text.join("\n");
}
