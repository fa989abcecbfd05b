/**
 * Rolls out Deployments: there is a ReplicaSet for each template, and the one for the current template grows while the others
 * shrink. Each reconcile takes one step and updates the status. The events of the ReplicaSets trigger the next one.
 */
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { isDeepEqual, isNotFound, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { claimed } from "../ownership/claim.ts";
import { createSelectorIndex } from "../ownership/selector-index.ts";
import { hasEnded } from "../replica-set/pod-state.ts";
import { createCurrent, note } from "./current-set.ts";
import { deadlineMs, deploymentStatus } from "./deployment-status.ts";
import { isResized, replicasOf, revisionAnnotation, revisionOf, sortReplicaSets } from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";
import { resize } from "./scaling.ts";
import type { Tools } from "./scaling.ts";
import { recreateSizes, resizedSizes, rollingSizes } from "./sizes.ts";

export const deploymentControllerName = "deployment-controller";

/** The history is unlimited. */
const noLimit = 2_147_483_647;

export function addDeploymentController(manager: Manager): void {
  const { client, apiReader, clock, cache } = manager;
  const events = manager.eventRecorder(deploymentControllerName, { apiVersion: "v1" });
  const selecting = createSelectorIndex(cache, Deployment, ({ spec }) => spec?.selector);

  controllerManagedBy(manager)
    .for(Deployment)
    .owns(ReplicaSet)
    .watches(
      ReplicaSet,
      enqueueRequestsFromMapFunc(({ key, labels, ownerReferences }) =>
        ownerReferences.some(({ controller }) => controller === true) ? [] : selecting.matching(key.namespace, labels),
      ),
    )
    .watches(
      Pod,
      enqueueRequestsFromMapFunc(({ key, labels }) => selecting.matching(key.namespace, labels)),
      { predicates: [({ kind }) => kind === "deleted"] }, // Recreate waits for the deletion of the last old Pod.
    )
    .named(deploymentControllerName)
    .complete(async ({ key: request, signal }) => {
      const deployment = await client.get(Deployment, request, { signal });
      if (!deployment) return {};
      const tools: Tools = { client, events, clock, signal };
      const { selector } = deployment.spec ?? {};
      const inNamespace = client.list(ReplicaSet, { namespace: request.namespace ?? "", signal });
      const options = { client, apiReader, type: Deployment, selector, signal };
      const own = await claimed(deployment, inNamespace, options);
      if (!own) return {}; // The Deployment was deleted; its event follows.

      const { sets, isNew } = isTerminating(deployment)
        ? { sets: sortReplicaSets(deployment, own), isNew: false }
        : await step(deployment, sortReplicaSets(deployment, own), tools);
      const status = deploymentStatus(deployment, { sets, isNew, nowMs: clock.wallTime() });
      await writeStatus(deployment, status, sets, tools);
      const deadline = deadlineMs({ spec: deployment.spec, status });
      // One more second, because times have a resolution of seconds.
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
  const made = noted.current || waits ? undefined : await createCurrent(deployment, noted.old, tools);
  const isNew = made?.isNew === true;
  const sets = made ? { ...noted, current: made.set } : noted;
  const sizes = isRecreated ? recreateSizes(deployment, sets, waits) : rollingSizes(deployment, sets);
  const after = await resize(deployment, sets, sizes, tools);
  if (sizes.length === 0 && isRolledOut(deployment)) await cleanUp(deployment, after.old, tools);
  return { sets: after, isNew };
}

/** Whether Pods of the old sets still exist: with Recreate no new Pod may be created before the last old one is deleted. */
async function arePodsLeft(
  deployment: Stored<Deployment>,
  { current, old }: ReplicaSets,
  { client, signal }: Tools,
): Promise<boolean> {
  const uids = new Set<string>(old.map(({ metadata }) => metadata.uid));
  if (uids.size === 0) return false;
  if (current === undefined && old.some((set) => replicasOf(set) > 0)) return true;
  if (old.some(({ status }) => (status?.replicas ?? 0) > 0)) return true; // They may not be in the cache yet.
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

/** Deletes the oldest empty sets beyond `revisionHistoryLimit`. */
async function cleanUp(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  { client, signal }: Tools,
): Promise<void> {
  const limit = deployment.spec?.revisionHistoryLimit ?? noLimit;
  const alive = old.filter((set) => !isTerminating(set));
  if (limit === noLimit || alive.length <= limit) return;
  const oldest = alive.toSorted((a, b) => (revisionOf(a) < revisionOf(b) ? -1 : 1)).slice(0, alive.length - limit);
  for (const set of oldest) {
    const isObserved = (set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0);
    if (replicasOf(set) !== 0 || (set.status?.replicas ?? 0) !== 0 || !isObserved) continue;
    await client.delete(set, { signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}

/**
 * Writes the annotation of the revision, if it has changed, and then the status. Both are writes of the status subresource, as those of
 * kube-controller-manager, so neither increments the generation. The first one has no other annotation, because `deployment` may be outdated.
 */
async function writeStatus(
  deployment: Stored<Deployment>,
  status: ReturnType<typeof deploymentStatus>,
  { current }: ReplicaSets,
  { client, signal }: Tools,
): Promise<void> {
  const before = deployment.metadata.annotations;
  const annotations = current ? revisionAnnotation(current) : {};
  const revised = isDeepEqual({ ...before, ...annotations }, before ?? {})
    ? deployment
    : await client.patch(
        deployment,
        { type: "merge", body: { metadata: { annotations } } },
        { signal, subresource: "status" },
      );
  await client.patchStatus(revised, status, { signal });
}
