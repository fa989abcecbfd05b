// Conditions: what is known about an object, one observation per type, in the form that kubectl and every controller
// read. The functions keep identity: the same array comes back when nothing changed, so a caller can skip the write.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties

/** One observation about an object. At most one of each `type` is in a list. */
export interface Condition {
  /** CamelCase, or with a domain in front: `Ready`, `example.com/Ready`. */
  readonly type: string;
  readonly status: ConditionStatus;
  /** The `metadata.generation` that was observed. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339 in seconds. */
  readonly lastTransitionTime: string;
  /** Why, for programs: one word in CamelCase. */
  readonly reason: string;
  /** Why, for people. May be empty. */
  readonly message: string;
}

/** Whether what the condition's type says holds. */
export type ConditionStatus = "True" | "False" | "Unknown";
