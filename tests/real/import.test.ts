// `kubewright import` of the CRDs of a real kube-apiserver: the types compile and match the server.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { readCrds } from "@kubewright/envtest";
import { createDiskFileHost, generate } from "@kubewright/gen";
import { compareDefinitions, readDefinition } from "@kubewright/gen/definitions";
import { run } from "kubewright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const corpus = fileURLToPath(new URL("../../packages/gen/src/from-definitions/testdata/crds", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

let server: ServerUnderTest;
/** The folder in which packages are resolved by name. */
let project: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: await readCrds([corpus]) });
  await mkdir(cache, { recursive: true });
  project = await mkdtemp(path.join(cache, "import-"));
});

afterAll(async () => {
  await rm(project, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

test("types imported from a server compile, and the CRDs generated from them have no breaking changes", async () => {
  const printed: string[] = [];
  const io = {
    cwd: project,
    env: { KUBECONFIG: inject("kubeconfig") },
    isTty: false,
    out: (text: string) => void printed.push(text),
    err: (text: string) => void printed.push(text),
  };
  const signals = { on: () => {}, off: () => {}, exit: () => {} };

  const exit = await run({ args: ["import", "--cluster", "--only", "store.example.com"], version: "0", io, signals });
  const file = path.join(project, "imported/store.example.com/v1/types.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace(" * @kubebuilder:skip\n", ""));
  const generated = generate({ host: createDiskFileHost(), root: project, generators: [{ name: "crd" }] });

  const after = generated.map(({ content }) => readDefinition(parse(content)));
  const before = await Promise.all(after.map(({ name }) => server.client.get(CustomResourceDefinition, { name })));
  const changes = compareDefinitions(
    before.map((crd) => readDefinition(crd)),
    after,
  );

  expect([exit, printed.join("")]).toEqual([
    0,
    expect.stringContaining("wrote imported/store.example.com/v1/types.ts\n"),
  ]);
  expect(after.map(({ name }) => name)).toEqual(["widgets.store.example.com", "widgetspecs.store.example.com"]);
  // The version that is not served is not imported, and each CRD gets our descriptions of apiVersion and kind.
  expect(changes.map(({ rule, path: at }) => `${rule} ${at}`).toSorted()).toEqual([
    "description-changed apiVersion",
    "description-changed apiVersion",
    "description-changed kind",
    "description-changed kind",
    "unserved-version-removed spec.versions",
  ]);
});
