/**
 * Admission plugins. Mutating plugins run in order and change the object; validating plugins run after schema validation. A plugin rejects a request by
 * throwing an `ApiError`.
 */
import type { GroupVersionKind, GroupVersionResource } from "@kubewright/apimachinery";
import type { ApiObject, JsonObject, ReadonlyObject } from "../objects/api-object.ts";
import type { Registry } from "./registry.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { UserInfo } from "../authentication/user-info.ts";

/** The server and the request, as admission plugins receive them. */
export interface AdmissionContext extends RequestContext {
  readonly registry: Registry;
}

export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly user: UserInfo;
  readonly resource: GroupVersionResource;
  /** `""` for the object itself. */
  readonly subresource: string;
  readonly kind: GroupVersionKind;
  /** `""` for cluster-scoped objects. A Namespace has its own name here. */
  readonly namespace: string;
  /** `""` when the name is still to be generated, and for each object of a collection delete. */
  readonly name: string;
  /**
   * The draft of the write. Mutating plugins set its fields in place, and replace the values of fields: a draft of a custom resource shares values with
   * `oldObject`. Absent on DELETE. On CONNECT the options of the connection, such as PodExecOptions.
   */
  readonly object?: ApiObject;
  /** The stored object, on UPDATE and DELETE. */
  readonly oldObject?: ReadonlyObject;
  /** CreateOptions, UpdateOptions or DeleteOptions as sent. `null` on CONNECT. */
  readonly options: JsonObject | null;
  readonly dryRun: boolean;
}

/** `again`: a webhook has changed the object, so all mutating plugins run once more. */
export type MutationResult = "done" | "again";

export interface AdmissionPlugin {
  /** As in `--enable-admission-plugins`, for example `"NamespaceLifecycle"`. */
  readonly name: string;
  /** A synchronous plugin returns nothing, and the request continues in the same turn. */
  readonly mutate?: (
    attributes: AdmissionAttributes,
    context: AdmissionContext,
  ) => MutationResult | void | Promise<MutationResult | void>;
  readonly validate?: (attributes: AdmissionAttributes, context: AdmissionContext) => void | Promise<void>;
}
