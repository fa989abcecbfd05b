/** Definitions with random mistakes, and random objects of the accepted ones, on two servers. */
import { createSeededRandom } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";
import type { DifferentialCase, DifferentialRequest } from "../../differential/case.ts";
import { get, post, until } from "../../differential/case.ts";
import type { Difference } from "../../differential/differences.ts";
import { sendRequest } from "../../http.ts";
import type { BothServers } from "../../sequences/both-servers.ts";
import type { Manifest } from "./manifests.ts";
import { mutatedDefinition } from "./mutate.ts";
import { randomObjects } from "./random-objects.ts";

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** So many times a comparison is repeated while the servers differ. */
const repeatsMax = 4;

export interface MutationCounts {
  sent: number;
  accepted: number;
  objects: number;
  /** Comparisons that found a difference only at first: the real server reports some errors in the order of Go maps. */
  varied: number;
  /** Requests that made the real server panic and close the connection. */
  dropped: number;
}

/** What differs for one definition or its objects. */
export interface MutationFailure {
  readonly name: string;
  readonly of: string;
  readonly mutations: readonly string[];
  readonly differences: readonly Difference[];
}

export interface MutationRun {
  readonly servers: BothServers;
  /** The seed of the mistakes. It is in the names of groups and namespaces, so only letters, digits and dashes. */
  readonly seed: string;
  readonly counts: MutationCounts;
}

/** Compares a definition with one draw of mistakes, and objects of it if `hasObjects`. */
export async function compareMutation(
  run: MutationRun,
  original: Manifest,
  hasObjects: boolean,
): Promise<MutationFailure | undefined> {
  const { servers, seed: name, counts } = run;
  const { definition, mutations } = mutatedDefinition(original, createSeededRandom(`mutation ${name}`));
  const found = (differences: readonly Difference[]): MutationFailure | undefined =>
    differences.length === 0 ? undefined : { name, of: original.metadata.name ?? "", mutations, differences };
  counts.sent += 1;
  const request = post(`${definitionsPath}?dryRun=All&fieldValidation=Strict`, definition);
  const tried = await compared(run, { name, requests: [request] });
  if (tried.statuses[0] !== 201) return found(tried.differences);
  counts.accepted += 1;
  if (tried.differences.length > 0 || !hasObjects) return found(tried.differences);
  const created = renamed(definition, name);
  const requests = objectRequests(created, name);
  counts.objects += Math.max(requests.length - 2, 0);
  const written = await compared(run, { name, requests });
  await servers.removeDefinition(created.metadata.name ?? "");
  return found(written.differences);
}

interface Answers {
  readonly differences: readonly Difference[];
  readonly statuses: readonly number[];
}

/** The differences that are there each time. */
async function compared({ servers, counts }: MutationRun, asked: DifferentialCase): Promise<Answers> {
  for (let repeat = 1; ; repeat += 1) {
    const answers = await answersTo(servers, asked);
    if (answers === undefined) {
      counts.dropped += 1;
      return { differences: [], statuses: [] };
    }
    if (answers.differences.length === 0 && repeat > 1) counts.varied += 1;
    if (answers.differences.length === 0 || repeat === repeatsMax) return answers;
  }
}

/** `undefined` if the real server drops the connection. Then the response of the embedded server must not be an internal error. */
async function answersTo(servers: BothServers, asked: DifferentialCase): Promise<Answers | undefined> {
  try {
    return await servers.compare(asked);
  } catch (error) {
    const [request] = asked.requests as readonly DifferentialRequest[];
    if (request === undefined) throw error;
    const { status } = await sendRequest(servers.embedded, request);
    if (status >= 500) throw error;
    return undefined;
  }
}

/** The definition in its own group, because several of one name cannot be created at once. Its objects are not converted by a webhook. */
function renamed(definition: Manifest, name: string): Manifest {
  const { conversion: _, ...spec } = definition["spec"] as Spec;
  const group = `${name}.${spec.group}`;
  const metadata = { ...definition.metadata, name: `${spec.names.plural}.${group}` };
  return { ...definition, metadata, spec: { ...spec, group } };
}

interface Spec {
  readonly group: string;
  readonly scope: string;
  readonly names: { readonly plural: string; readonly kind: string };
  readonly versions: readonly Version[];
  readonly conversion?: unknown;
}

interface Version {
  readonly name: string;
  readonly served: boolean;
  readonly schema: { readonly openAPIV3Schema: JsonSchema };
}

/** Creates the definition, then tries to create objects of its first served version. */
function objectRequests(definition: Manifest, name: string): readonly DifferentialRequest[] {
  const { group, scope, names, versions } = definition["spec"] as Spec;
  const version = versions.find(({ served }) => served);
  const created = post(definitionsPath, definition);
  if (version === undefined) return [created];
  const objects = `/apis/${group}/${version.name}/${scope === "Namespaced" ? `namespaces/${name}/` : ""}${names.plural}`;
  const head = { apiVersion: `${group}/${version.name}`, kind: names.kind, metadata: { name: "a" } };
  const random = createSeededRandom(`objects ${name}`);
  return [
    created,
    until(200, get(objects)),
    ...randomObjects(version.schema.openAPIV3Schema, random, [0, 0, 1, 1, 3]).map((fields, index) =>
      post(`${objects}?dryRun=All&fieldValidation=${index % 2 === 0 ? "Strict" : "Warn"}`, { ...head, ...fields }),
    ),
  ];
}
