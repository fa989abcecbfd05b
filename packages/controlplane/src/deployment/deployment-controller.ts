/**
 * Rolls out what a Deployment asks for: a ReplicaSet for each of its templates, the one for the present template growing while the others
 * shrink. A pass takes one step and says how things stand; the ReplicaSets' events bring the next.
 */
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { isAlreadyExists, isDeepEqual, isNotFound, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client, EventRecorder } from "@kubewright/client";
import { controllerManagedBy, enqueueMapped } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { claimed } from "../ownership/claim.ts";
import { createSelectorIndex } from "../ownership/selector-index.ts";
import { hasEnded } from "../replica-set/pod-state.ts";
import { deadlineMs, deploymentStatus } from "./deployment-status.ts";
import {
  currentAnnotations,
  isResized,
  newReplicaSet,
  replicasOf,
  revisionOf,
  sizeAnnotations,
  sortReplicaSets,
  withRevision,
} from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";
import { recreateSizes, resizedSizes, rollingSizes } from "./sizes.ts";
import type { Resize } from "./sizes.ts";

export const deploymentControllerName = "deployment-controller";

/** The history is unlimited. */
const noLimit = 2_147_483_647;

interface Tools {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly signal: AbortSignal;
}

export function addDeploymentController(manager: Manager): void {
  const { client, clock, cache } = manager;
  const events = manager.eventRecorder(deploymentControllerName);
  const selecting = createSelectorIndex(cache, Deployment, ({ spec }) => spec?.selector);

  controllerManagedBy(manager)
    .for(Deployment)
    .owns(ReplicaSet)
    .watches(
      ReplicaSet,
      enqueueMapped(({ key, labels, ownerReferences }) =>
        ownerReferences.some(({ controller }) => controller === true) ? [] : selecting.matching(key.namespace, labels),
      ),
    )
    .watches(
      Pod,
      enqueueMapped(({ key, labels }) => selecting.matching(key.namespace, labels)),
      { predicates: [({ kind }) => kind === "deleted"] }, // Recreate waits for the last of the old Pods.
    )
    .named(deploymentControllerName)
    .complete(async (request, { signal }) => {
      const deployment = await client.get(Deployment, request, { signal });
      if (!deployment) return {};
      const tools: Tools = { client, events, signal };
      const inNamespace = client.list(ReplicaSet, { namespace: request.namespace ?? "", signal });
      const own = await claimed(deployment, inNamespace, { client, selector: deployment.spec?.selector, signal });

      const { sets, isNew } = isTerminating(deployment)
        ? { sets: sortReplicaSets(deployment, own), isNew: false }
        : await step(deployment, sortReplicaSets(deployment, own), tools);
      const status = deploymentStatus(deployment, { sets, isNew, nowMs: clock.wallTime() });
      await writeStatus(deployment, status, sets, tools);
      const deadline = deadlineMs({ spec: deployment.spec, status });
      // A second beyond it, because times are written in seconds.
      return deadline === undefined ? {} : { requeueAfterMs: Math.max(0, deadline - clock.wallTime()) + 1000 };
    });
}

interface Step {
  readonly sets: ReplicaSets;
  readonly isNew: boolean;
}

async function step(deployment: Stored<Deployment>, found: ReplicaSets, tools: Tools): Promise<Step> {
  const noted = found.current ? { ...found, current: await note(deployment, found, found.current, tools) } : found;
  const all = noted.current ? [...noted.old, noted.current] : noted.old;
  if (deployment.spec?.paused === true || isResized(deployment, all)) {
    const sets = await resize(deployment, noted, resizedSizes(deployment, noted), tools);
    if (deployment.spec?.paused === true) await cleanUp(deployment, sets.old, tools);
    return { sets, isNew: false };
  }
  const isRecreated = deployment.spec?.strategy?.type === "Recreate";
  const waits = isRecreated && (await arePodsLeft(deployment, noted, tools));
  const isNew = noted.current === undefined && !waits;
  const sets = isNew ? { ...noted, current: await createCurrent(deployment, noted.old, tools) } : noted;
  const sizes = isRecreated ? recreateSizes(deployment, sets, waits) : rollingSizes(deployment, sets);
  const after = await resize(deployment, sets, sizes, tools);
  if (sizes.length === 0 && isRolledOut(deployment)) await cleanUp(deployment, after.old, tools);
  return { sets: after, isNew };
}

/** Notes the revision and what is handed down on the current set, where it is not noted yet. */
async function note(
  deployment: Stored<Deployment>,
  sets: ReplicaSets,
  current: Stored<ReplicaSet>,
  { client, signal }: Tools,
): Promise<Stored<ReplicaSet>> {
  const annotations = currentAnnotations(deployment, sets);
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  const isNoted =
    isDeepEqual(annotations, current.metadata.annotations ?? {}) &&
    minReadySeconds === (current.spec?.minReadySeconds ?? 0);
  if (isNoted) return current;
  return await client.patch(
    current,
    { type: "merge", body: { metadata: { annotations }, spec: { minReadySeconds } } },
    { signal },
  );
}

async function createCurrent(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  { client, signal, events }: Tools,
): Promise<Stored<ReplicaSet>> {
  const wanted = newReplicaSet(deployment, old);
  try {
    const created = await client.create(wanted, { signal });
    if (replicasOf(created) > 0) tellOfScaling(events, deployment, created, 0, replicasOf(created));
    return created;
  } catch (error) {
    if (isAlreadyExists(error)) {
      // Its name is taken by a set with another template, or it is not in our cache yet; the next pass knows which.
      const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
      const taken = await client.get(
        ReplicaSet,
        { ...deployment.metadata, name: wanted.metadata?.name ?? "" },
        { signal },
      );
      if (taken) await client.patchStatus(deployment, { collisionCount }, { signal });
    } else {
      const text = error instanceof Error ? error.message : String(error);
      const note = `Failed to create new replica set "${wanted.metadata?.name}": ${text}`;
      events.event(deployment, { type: "Warning", reason: "ReplicaSetCreateError", action: "CreateReplicaSet", note });
    }
    throw error;
  }
}

/** Gives the sets their sizes and resolves with all of them as they are then. */
async function resize(
  deployment: Stored<Deployment>,
  { current, old }: ReplicaSets,
  sizes: readonly Resize[],
  { client, events, signal }: Tools,
): Promise<ReplicaSets> {
  const after = new Map<string, Stored<ReplicaSet>>();
  for (const { set, replicas } of sizes) {
    const before = replicasOf(set);
    const body = { metadata: { annotations: sizeAnnotations(deployment) }, spec: { replicas } };
    const scaled = await client.patch(set, { type: "merge", body }, { signal });
    after.set(set.metadata.uid, scaled);
    if (before !== replicas) tellOfScaling(events, deployment, set, before, replicas);
  }
  const asScaled = (set: Stored<ReplicaSet>): Stored<ReplicaSet> => after.get(set.metadata.uid) ?? set;
  return { current: current && asScaled(current), old: old.map(asScaled) };
}

function tellOfScaling(
  events: EventRecorder,
  deployment: Stored<Deployment>,
  set: Stored<ReplicaSet>,
  from: number,
  to: number,
): void {
  const note = `Scaled ${from < to ? "up" : "down"} replica set ${set.metadata.name} from ${from} to ${to}`;
  events.event(deployment, {
    type: "Normal",
    reason: "ScalingReplicaSet",
    action: "ScaleReplicaSet",
    note,
    related: set,
  });
}

/** Whether Pods of the old sets still exist: with Recreate no new one may come before the last old one is gone. */
async function arePodsLeft(
  deployment: Stored<Deployment>,
  { current, old }: ReplicaSets,
  { client, signal }: Tools,
): Promise<boolean> {
  const uids = new Set<string>(old.map(({ metadata }) => metadata.uid));
  if (uids.size === 0) return false;
  if (current === undefined && old.some((set) => replicasOf(set) > 0)) return true;
  const { namespace = "" } = deployment.metadata;
  for await (const pod of client.list(Pod, { namespace, labelSelector: deployment.spec?.selector ?? "", signal })) {
    const isOld = pod.metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) === true;
    if (isOld && !hasEnded(pod)) return true;
  }
  return false;
}

function isRolledOut({ metadata, status, spec }: Stored<Deployment>): boolean {
  const wanted = spec?.replicas ?? 1;
  return (
    (status?.updatedReplicas ?? 0) === wanted &&
    (status?.replicas ?? 0) === wanted &&
    (status?.availableReplicas ?? 0) === wanted &&
    (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  );
}

/** Deletes the oldest of the empty sets beyond the history that is to be kept. */
async function cleanUp(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  { client, signal }: Tools,
): Promise<void> {
  const limit = deployment.spec?.revisionHistoryLimit ?? noLimit;
  const alive = old.filter((set) => !isTerminating(set));
  if (limit === noLimit || alive.length <= limit) return;
  const oldest = alive.toSorted((a, b) => revisionOf(a) - revisionOf(b)).slice(0, alive.length - limit);
  for (const set of oldest) {
    const isSettled = (set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0);
    if (replicasOf(set) !== 0 || (set.status?.replicas ?? 0) !== 0 || !isSettled) continue;
    await client.delete(set, { signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}

/** The revision stands among the annotations, and is written with the status, so that it makes no new generation. */
async function writeStatus(
  deployment: Stored<Deployment>,
  status: ReturnType<typeof deploymentStatus>,
  { current }: ReplicaSets,
  { client, signal }: Tools,
): Promise<void> {
  const annotations = current ? withRevision(deployment, current) : deployment.metadata.annotations;
  if (isDeepEqual(annotations, deployment.metadata.annotations)) {
    await client.patchStatus(deployment, status, { signal });
    return;
  }
  await client.patch(
    deployment,
    { type: "merge", body: { metadata: { annotations }, status } },
    { signal, subresource: "status" },
  );
}
