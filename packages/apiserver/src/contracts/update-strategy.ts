/** How updates through one endpoint change and check an object. */
import type { FieldError, Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { RequestContext } from "./server-context.ts";

/** The update rules of one endpoint: the resource itself, or a subresource such as `status`. */
export interface UpdateStrategy {
  /**
   * Changes the draft before it is validated: restores from `old` what this endpoint cannot change. Before this
   * hook, the engine restores system metadata (uid, creationTimestamp, deletionTimestamp …). It also restores `status` at the main endpoint of a
   * kind with a status subresource, and everything but `metadata` and `status` at the `status` subresource. It sets the generation after the hook.
   */
  readonly prepareForUpdate?: (draft: ApiObject, old: ReadonlyObject, context: RequestContext) => void;
  /** In steps, errors of the new object, given the old one. Metadata is checked by the engine. */
  readonly validateUpdate?: (
    object: ReadonlyObject,
    old: ReadonlyObject,
    context: RequestContext,
  ) => Work<readonly FieldError[]>;
  readonly warningsOnUpdate?: (
    object: ReadonlyObject,
    old: ReadonlyObject,
    context: RequestContext,
  ) => Work<readonly string[]>;
  /** Fields that stay as stored, so no field manager owns them here. Default: none, but `status` for a resource with a status subresource. */
  readonly resetFields?: FieldPaths;
}

/** Paths of fields from the root of an object. */
export type FieldPaths = readonly (readonly string[])[];
