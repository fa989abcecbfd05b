/** What a Lease says of an election, and the records that an elector writes. */
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { ObjectKey } from "@kubewright/apimachinery";

/** Times are RFC 3339 with microseconds; they are for people, no decision reads them. */
export interface LeaseRecord {
  /** Empty: nobody, the last one gave it back. */
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
export function leaseWith(key: ObjectKey, record: LeaseRecord, current?: Lease): Lease {
  return {
    ...current,
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { ...current?.metadata, ...key },
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

/** The record that lets the next one in at once, as client-go writes it: nobody, for a second. */
export function releasedRecord(before: LeaseRecord, now: string): LeaseRecord {
  return { holder: "", durationMs: 1000, acquireTime: now, renewTime: now, transitions: before.transitions };
}

/** A `MicroTime`, whose last three digits a clock of milliseconds does not know. */
export function microTime(wallTimeMs: number): string {
  return new Date(wallTimeMs).toISOString().replace("Z", "000Z");
}
