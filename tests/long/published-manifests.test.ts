// The CRDs, policies and sample objects of well-known projects, beside a real kube-apiserver: both servers accept the same ones, with equal responses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { get, post } from "../differential/case.ts";
import { sendRequest } from "../http.ts";
import type { BothServers } from "../sequences/both-servers.ts";
import { startBothServers } from "../sequences/both-servers.ts";
import { tell } from "./long-run.ts";
import { isAccepted } from "./published/accepted.ts";
import { isDefinition } from "./published/definitions.ts";
import type { Manifest } from "./published/manifests.ts";
import { manifestsIn } from "./published/manifests.ts";
import { moduleFolder, publishedModules } from "./published/modules.ts";

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Published {
  readonly module: string;
  readonly manifests: readonly Manifest[];
}

let servers: BothServers;
const published: Published[] = [];

beforeAll(async () => {
  servers = await startBothServers();
  for (const module of publishedModules) {
    const manifests = await manifestsIn(await moduleFolder(module));
    tell(`published manifests: ${module} has ${manifests.length}`);
    published.push({ module, manifests });
  }
}, 30 * 60_000);

afterAll(async () => {
  await servers[Symbol.asyncDispose]();
});

test("the definitions of well-known projects are accepted and rejected as on a kube-apiserver", async () => {
  const found: unknown[] = [];
  let acceptedCount = 0;
  const definitions = definitionsByName();
  for (const [index, definition] of [...definitions.values()].entries()) {
    const name = `published-definition-${index}`;
    const created = await servers.compare({ name, requests: [post(definitionsPath, definition)] });
    const isAcceptedByReal = created.statuses[0] === 201;
    if (isAcceptedByReal) acceptedCount += 1;
    const listed = await servers.compare({ name, requests: isAcceptedByReal ? listRequests(definition) : [] });
    const differences = [...created.differences, ...listed.differences];
    if (differences.length > 0) found.push({ name: definition.metadata.name, differences });
  }
  tell(`published manifests: ${acceptedCount} of ${definitions.size} definitions are accepted`);

  expect(found).toEqual([]);
});

test("the objects and policies of well-known projects are accepted and rejected as on a kube-apiserver", async () => {
  const paths = await collectionPaths();
  const found: unknown[] = [];
  let [count, acceptedCount] = [0, 0];
  for (const [index, { module, manifests }] of published.entries()) {
    const objects = manifests.filter((manifest) => paths.has(typeOf(manifest)) && !isDefinition(manifest));
    for (const [number, object] of objects.entries()) {
      const path = `${paths.get(typeOf(object))}?dryRun=All&fieldValidation=Strict`;
      const requests = [post(path, unnamespaced(object, `object-${number}`))];
      const { differences, statuses } = await servers.compare({ name: `published-objects-${index}`, requests });
      count += 1;
      if (statuses[0] === 201) acceptedCount += 1;
      const unexpected = differences.filter((difference) => !isAccepted(object, difference));
      if (unexpected.length > 0) found.push({ module, type: typeOf(object), name: object.metadata.name, unexpected });
    }
  }
  tell(`published manifests: ${acceptedCount} of ${count} objects are accepted`);

  expect(found).toEqual([]);
});

function definitionsByName(): ReadonlyMap<string, Manifest> {
  const definitions = published.flatMap(({ manifests }) => manifests.filter(isDefinition));
  return new Map(definitions.toReversed().map((definition) => [definition.metadata.name ?? "", definition]));
}

/** Lists the served versions of a definition: a real server serves them a moment after the create of the definition. */
function listRequests(definition: Manifest): ReturnType<typeof get>[] {
  const { group, names, versions } = (definition["spec"] ?? {}) as {
    readonly group?: string;
    readonly names?: { readonly plural?: string };
    readonly versions?: readonly { readonly name: string; readonly served: boolean }[];
  };
  const served = (versions ?? []).filter((version) => version.served);
  return served.map(({ name }) => ({ ...get(`/apis/${group}/${name}/${names?.plural}`), until: 200 }));
}

function typeOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion} ${kind}`;
}

/** The path of the collection of each type that can be created, with a placeholder for the namespace of the case. */
async function collectionPaths(): Promise<ReadonlyMap<string, string>> {
  const { body } = await sendRequest(servers.embedded, { path: "/apis" });
  const { groups } = body as {
    readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  };
  const found = new Map<string, string>();
  for (const path of [
    "/api/v1",
    ...groups.flatMap(({ versions }) => versions.map((version) => `/apis/${version.groupVersion}`)),
  ]) {
    const { groupVersion, resources } = (await sendRequest(servers.embedded, { path })).body as ResourceList;
    for (const { name, kind, namespaced, verbs } of resources) {
      if (name.includes("/") || !verbs.includes("create")) continue;
      found.set(`${groupVersion} ${kind}`, `${path}/${namespaced ? "namespaces/{{namespace}}/" : ""}${name}`);
    }
  }
  return found;
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

/** The object without its namespace and owners, which the case does not have. */
function unnamespaced(object: Manifest, name: string): object {
  const { namespace: _namespace, ownerReferences: _owners, generateName: _generateName, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, name: metadata.name ?? name } };
}
