/** The election record in a Lease, and the records that a candidate writes. */
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { ObjectKey } from "@kubewright/apimachinery";

/** Times are RFC 3339 with microseconds, for people only: no decision depends on them. */
export interface LeaseRecord {
  /** Empty if the Lease was released. */
  readonly holder: string;
  /** How long the holder may be silent before others take over. */
  readonly durationMs: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  /** How often the Lease went from one holder to another. */
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

/** The Lease with this record; what else stands in `current`, such as labels, stays, and its version guards the write. */
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

/** The record of `identity` from now on. Its term goes on when it holds the Lease already; otherwise a new one begins. */
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

/** A `MicroTime`, whose last three digits a clock of milliseconds does not know. */
export function microTime(wallTimeMs: number): string {
  return new Date(wallTimeMs).toISOString().replace("Z", "000Z");
}
