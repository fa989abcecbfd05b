// Conditions: observations about an object, one per type, in the standard format of the API. The functions return the
// same array if nothing changed, so a caller can skip the write.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties

/** An observation about an object. A list has at most one of each `type`. */
export interface Condition {
  /** The name of the condition in CamelCase, optionally with a domain before it. */
  readonly type: string;
  /** Whether the condition holds: True, False, or Unknown. */
  readonly status: ConditionStatus;
  /**
   * The metadata.generation to which the condition refers. If it is older than the object, the condition may be
   * outdated.
   */
  readonly observedGeneration?: number;
  /** When status last changed. */
  readonly lastTransitionTime: string;
  /** Why status last changed: one word in CamelCase, for programs. */
  readonly reason: string;
  /** An explanation of the last change for people. */
  readonly message: string;
}

/** Whether the condition holds. */
export type ConditionStatus = "True" | "False" | "Unknown";
