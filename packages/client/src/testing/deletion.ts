/** The state of an object after a delete: an object with finalizers remains until they are removed. There are no grace periods. */
import {
  badRequest,
  conflict,
  foregroundDeletionFinalizer,
  formatTime,
  isJsonObject,
  orphanFinalizer,
} from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { isDeepEqual } from "@kubewright/apimachinery";
import type { MemoryObject } from "./memory-store.ts";

export interface DeleteOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagationPolicy?: string;
  readonly isDryRun: boolean;
}

/** The options of a delete, from its body and query. The body may be empty. */
export function deleteOptionsOf(body: JsonValue | undefined, query: URLSearchParams): DeleteOptions {
  if (body !== undefined && !isJsonObject(body)) throw badRequest("the options of a delete must be an object");
  const {
    preconditions,
    propagationPolicy = query.get("propagationPolicy"),
    dryRun = query.getAll("dryRun"),
  } = body ?? {};
  const { uid, resourceVersion } = isJsonObject(preconditions) ? preconditions : {};
  return {
    ...(typeof uid === "string" ? { uid } : {}),
    ...(typeof resourceVersion === "string" ? { resourceVersion } : {}),
    ...(typeof propagationPolicy === "string" ? { propagationPolicy } : {}),
    isDryRun: Array.isArray(dryRun) && dryRun.includes("All"),
  };
}

/**
 * The object after a delete, or undefined if it is removed.
 *
 * @throws {ApiError} 409 if a precondition does not hold.
 */
export function objectAfterDelete(
  type: ResourceType,
  live: MemoryObject,
  options: DeleteOptions,
  nowMs: number,
): KubernetesObject | undefined {
  assertPreconditions(type, live, options);
  const finalizers = finalizersAfter(live.metadata.finalizers ?? [], options.propagationPolicy);
  if (finalizers.length === 0) return undefined;
  const { deletionTimestamp, generation } = live.metadata;
  if (deletionTimestamp !== undefined) {
    return isDeepEqual(finalizers, live.metadata.finalizers)
      ? live
      : { ...live, metadata: { ...live.metadata, finalizers } };
  }
  const metadata = {
    ...live.metadata,
    finalizers,
    deletionTimestamp: formatTime(nowMs),
    deletionGracePeriodSeconds: 0,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  };
  return { ...live, metadata };
}

function assertPreconditions({ group, kind }: ResourceType, live: MemoryObject, options: DeleteOptions): void {
  const { uid = live.metadata.uid, resourceVersion = live.metadata.resourceVersion } = options;
  const subject = { group, resource: kind }; // A kube-apiserver names the kind here.
  if (uid !== live.metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${live.metadata.uid})`;
    throw conflict(subject, live.metadata.name, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== live.metadata.resourceVersion) {
    const stored = live.metadata.resourceVersion;
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored})`;
    throw conflict(subject, live.metadata.name, `${why}. The object might have been modified`);
  }
}

function finalizersAfter(current: readonly string[], policy: string | undefined): readonly string[] {
  const others = current.filter((name) => name !== orphanFinalizer && name !== foregroundDeletionFinalizer);
  switch (policy) {
    case "Foreground":
      return [...others, foregroundDeletionFinalizer];
    case "Orphan":
      return [...others, orphanFinalizer];
    case "Background":
      return others;
    default:
      return current;
  }
}
