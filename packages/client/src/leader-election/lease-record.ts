/** The election record in a Lease, and the records that a candidate writes. */
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { ObjectKey } from "@kubewright/apimachinery";

/** Times are RFC 3339 with microseconds. They are informational: no decision depends on them. */
export interface LeaseRecord {
  /** Empty if the Lease was released. */
  readonly holder: string;
  /** The Lease expires after this time without a renewal. */
  readonly durationMs: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  /** How often the holder of the Lease has changed. */
  readonly transitions: number;
}

export function recordOf({ spec = {} }: Lease): LeaseRecord {
  return {
    holder: spec.holderIdentity ?? "",
    durationMs: (spec.leaseDurationSeconds ?? 0) * 1000,
    acquireTime: spec.acquireTime ?? "",
    renewTime: spec.renewTime ?? "",
    transitions: spec.leaseTransitions ?? 0,
  };
}

/** The Lease with this record. Other fields of `current`, such as its labels, are kept; its resourceVersion is the precondition of the write. */
export function leaseWith(
  key: ObjectKey,
  record: LeaseRecord,
  current?: Lease,
  labels?: Readonly<Record<string, string>>,
): Lease {
  return {
    ...current,
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      ...current?.metadata,
      ...key,
      ...(labels && { labels: { ...current?.metadata?.labels, ...labels } }),
    },
    spec: {
      ...current?.spec,
      holderIdentity: record.holder,
      leaseDurationSeconds: record.durationMs / 1000,
      ...(record.acquireTime === "" ? {} : { acquireTime: record.acquireTime }),
      renewTime: record.renewTime,
      leaseTransitions: record.transitions,
    },
  };
}

/** The record of `identity` as holder. If it already holds the Lease, its term continues; otherwise a new term begins. */
export function heldRecord(
  before: LeaseRecord | undefined,
  { identity, durationMs, now }: { readonly identity: string; readonly durationMs: number; readonly now: string },
): LeaseRecord {
  const isHolder = before?.holder === identity;
  return {
    holder: identity,
    durationMs,
    acquireTime: isHolder ? before.acquireTime : now,
    renewTime: now,
    transitions: before ? before.transitions + (isHolder ? 0 : 1) : 0,
  };
}

/** The record of a release, as client-go writes it: no holder, for one second. The next candidate acquires it at once. */
export function releasedRecord(before: LeaseRecord, now: string): LeaseRecord {
  return { holder: "", durationMs: 1000, acquireTime: now, renewTime: now, transitions: before.transitions };
}

/** Converts milliseconds to a `MicroTime`, whose last three digits are 0. */
export function microTime(wallTimeMs: number): string {
  return new Date(wallTimeMs).toISOString().replace("Z", "000Z");
}
