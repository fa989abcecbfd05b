/** One write of a plan. */
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { FieldDifference } from "./field-differences.ts";

/** A write that was not stored. */
export interface PlannedWrite {
  readonly verb: "create" | "update" | "patch" | "apply" | "delete";
  readonly type: ResourceType;
  readonly key: ObjectKey;
  /** Absent: the object itself. */
  readonly subresource?: string;
  /** The object before the write and after the earlier writes of the plan; undefined if it does not exist. */
  readonly before: KubernetesObject | undefined;
  /** The object after the write; undefined if it is gone. */
  readonly after: KubernetesObject | undefined;
  /** The fields that differ, except those that only the server sets. Empty for a write that changes nothing. */
  readonly differences: readonly FieldDifference[];
}
