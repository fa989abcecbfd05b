/** The ReplicaSets of a Deployment: the one of the current template, its name, and its annotations. */
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { isDeepEqual, ownerReferenceTo, parseTime, scaledValueOf } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { hashOf } from "./template-hash.ts";

export const templateHashLabel = "pod-template-hash";
const revision = "deployment.kubernetes.io/revision";
const revisionHistory = "deployment.kubernetes.io/revision-history";
const desiredReplicas = "deployment.kubernetes.io/desired-replicas";
const maxReplicas = "deployment.kubernetes.io/max-replicas";

type Annotations = Readonly<Record<string, string>>;
type Template = NonNullable<NonNullable<Deployment["spec"]>["template"]>;

/** Annotations that are not copied from a Deployment to its ReplicaSets. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.deployment.rollback.to",
  revision,
  revisionHistory,
  desiredReplicas,
  maxReplicas,
]);

export interface ReplicaSets {
  /** The oldest set with the current template of the Deployment. */
  readonly current: Stored<ReplicaSet> | undefined;
  /** All other sets, the oldest first. */
  readonly old: readonly Stored<ReplicaSet>[];
}

export function sortReplicaSets(deployment: Stored<Deployment>, sets: readonly Stored<ReplicaSet>[]): ReplicaSets {
  const byAge = sets.toSorted((a, b) => bornMs(a) - bornMs(b) || (a.metadata.name < b.metadata.name ? -1 : 1));
  const current = byAge.find((set) => isOfTemplate(deployment, set));
  return { current, old: byAge.filter((set) => set !== current) };
}

/** Whether the set has the current template of the Deployment, except for the hash label. */
export function isOfTemplate(deployment: Deployment, set: ReplicaSet): boolean {
  return isDeepEqual(withoutHash(set.spec?.template), withoutHash(deployment.spec?.template));
}

export function replicasOf({ spec }: ReplicaSet | Deployment): number {
  return spec?.replicas ?? 1;
}

/** The bounds of a rollout: the numbers of additional and of unavailable Pods. */
export function bounds(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  if (deployment.spec?.strategy?.type === "Recreate") return { surge: 0, unavailable: 0 };
  const { maxSurge = "25%", maxUnavailable = "25%" } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const surge = scaledValueOf(maxSurge, replicasOf(deployment), "up");
  const unavailable = scaledValueOf(maxUnavailable, replicasOf(deployment), "down");
  // Rounding can make both 0, which would stop the rollout.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/**
 * The ReplicaSet for the current template, with as many replicas as the old sets permit. The collision count is part of the hash in
 * its name, so another name is used after a collision.
 */
export function newReplicaSet(deployment: Stored<Deployment>, old: readonly ReplicaSet[]): ReplicaSet {
  const { name, namespace } = deployment.metadata;
  const { template, selector, minReadySeconds } = deployment.spec ?? {};
  const hash = hashOf(template, deployment.status?.collisionCount);
  const labels = { ...template?.metadata?.labels, [templateHashLabel]: hash };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name.slice(0, 253 - 1 - hash.length)}-${hash}`,
      ...(namespace === undefined ? {} : { namespace }),
      labels,
      annotations: {
        ...inherited(deployment),
        [revision]: String(latestRevision(old) + 1n),
        ...sizeAnnotations(deployment),
      },
      ownerReferences: [ownerReferenceTo(deployment)],
    },
    spec: {
      replicas: grownSize(deployment, 0, sumOfReplicas(old)),
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [templateHashLabel]: hash } },
      template: { ...template, metadata: { ...template?.metadata, labels } },
    },
  };
}

/** The size that a current set of `own` may grow to, while there are `all` replicas in all sets. */
export function grownSize(deployment: Deployment, own: number, all: number): number {
  const wanted = replicasOf(deployment);
  const isRecreated = deployment.spec?.strategy?.type === "Recreate";
  const room = isRecreated ? wanted : wanted + bounds(deployment).surge - all;
  return own > wanted ? wanted : own + Math.max(0, Math.min(room, wanted - own));
}

export function sumOfReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((total, set) => total + replicasOf(set), 0);
}

/** The annotations of the current ReplicaSet. A rollback makes a set the latest revision and adds its old revision to its history. */
export function currentAnnotations(deployment: Deployment, { current, old }: ReplicaSets): Annotations {
  const before = current?.metadata.annotations ?? {};
  const next = latestRevision(old) + 1n;
  const own = parseRevision(before[revision]);
  if (own === undefined || own >= next) return { ...before, ...inherited(deployment) };
  const history = before[revision] === undefined ? {} : { [revisionHistory]: historyOf(before) };
  return { ...before, ...inherited(deployment), [revision]: String(next), ...history };
}

/** The limit allows about a hundred revisions. */
const historyLengthMax = 2000;

/** The revisions of the set in order, ending with the current one. The oldest are dropped. */
function historyOf({ [revisionHistory]: before = "", [revision]: present = "" }: Annotations): string {
  const revisions = [...before.split(",").filter((part) => part !== ""), present];
  while (revisions.length > 1 && revisions.join(",").length > historyLengthMax) revisions.shift();
  return revisions.join(",");
}

/** The annotations with the target size of a rollout, set on each scaled set to detect a change of the size. */
export function sizeAnnotations(deployment: Deployment): Annotations {
  const replicas = replicasOf(deployment);
  return { [desiredReplicas]: String(replicas), [maxReplicas]: String(replicas + bounds(deployment).surge) };
}

/** Whether the Deployment's size has changed since its sets were scaled. */
export function isResized(deployment: Deployment, sets: readonly ReplicaSet[]): boolean {
  return sets.some(({ spec, metadata }) => {
    const desired = metadata?.annotations?.[desiredReplicas];
    return (spec?.replicas ?? 0) > 0 && desired !== undefined && Number(desired) !== replicasOf(deployment);
  });
}

/** The target size of the Deployment when the set was last scaled; its current size if the set was never scaled. */
export function lastMaxReplicas(deployment: Deployment, { metadata }: ReplicaSet): number {
  return Number(metadata?.annotations?.[maxReplicas] ?? replicasOf(deployment) + bounds(deployment).surge);
}

/** The revision of a set, 0 for one whose annotation is absent or not a 64-bit integer. */
export function revisionOf({ metadata }: ReplicaSet): bigint {
  return parseRevision(metadata?.annotations?.[revision]) ?? 0n;
}

/** Revisions are 64-bit integers, and clients may set them. `undefined` for another text. */
function parseRevision(text = "0"): bigint | undefined {
  if (!/^[+-]?\d{1,19}$/u.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** The annotation of a Deployment that has the revision of its current set. */
export function revisionAnnotation(current: ReplicaSet): Annotations {
  return { [revision]: current.metadata?.annotations?.[revision] ?? "" };
}

function inherited({ metadata }: Deployment): Annotations {
  return Object.fromEntries(Object.entries(metadata?.annotations ?? {}).filter(([name]) => !ownAnnotations.has(name)));
}

function latestRevision(sets: readonly ReplicaSet[]): bigint {
  return sets.map(revisionOf).reduce((latest, each) => (each > latest ? each : latest), 0n);
}

function withoutHash(template: Template | undefined): unknown {
  const { [templateHashLabel]: _hash, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}

/** The creation time. */
export function bornMs({ metadata }: Stored<ReplicaSet>): number {
  return parseTime(metadata.creationTimestamp) ?? 0;
}
