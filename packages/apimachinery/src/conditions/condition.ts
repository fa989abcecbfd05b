// Conditions: observations about an object, one per type, in the standard format of the API. The functions return the
// same array if nothing changed, so a caller can skip the write.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties

/** An observation about an object. A list has at most one of each `type`. */
export interface Condition {
  /** CamelCase, or with a domain in front: `Ready`, `example.com/Ready`. */
  readonly type: string;
  readonly status: ConditionStatus;
  /** The `metadata.generation` that was observed. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339 in seconds. */
  readonly lastTransitionTime: string;
  /** The reason for programs: one word in CamelCase. */
  readonly reason: string;
  /** The explanation for people. May be empty. */
  readonly message: string;
}

/** Whether the condition holds. */
export type ConditionStatus = "True" | "False" | "Unknown";
