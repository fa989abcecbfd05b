/**
 * Webhooks of a kind: what its absent fields mean, and what of it is refused. Both are functions of the object, so they are tested without a
 * server; these make webhooks of them.
 */
import { isApiError } from "@kubewright/apimachinery";
import type { ApiError, JsonPatch, JsonValue, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { AdmissionRequest } from "./admission-request.ts";
import { jsonPatchBetween } from "./json-patch-between.ts";

/** Answers a request. An error is answered with 500, which the failure policy of the webhook's configuration decides about. */
export type AdmissionWebhook = (request: AdmissionRequest, context: WebhookContext) => Promise<Verdict>;

export interface WebhookContext {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What is said of an object. Without a refusal it is allowed. */
export interface Verdict {
  /**
   * Why it is refused: the user reads `admission webhook "NAME" denied the request:` and this. A text refuses with 403 Forbidden; an error of the
   * API with its own code, reason and details, such as 422 of `invalid(…)` with its field errors.
   */
  readonly refusal?: string | ApiError;
  /** Shown to the user, allowed or not. The server cuts those of more than 256 characters. */
  readonly warnings?: readonly string[];
  /** How the object is to be changed. */
  readonly patch?: JsonPatch;
}

/** What a validator says: nothing when all is well, why it refuses, or that and warnings. */
export type Validation = Verdict["refusal"] | Omit<Verdict, "patch">;

/** A question that has no answer here is allowed. */
export interface ValidatorOptions<T extends KubernetesObject> {
  readonly create?: (object: T, context: RequestContext) => Validation | Promise<Validation>;
  readonly update?: (object: T, old: T, context: RequestContext) => Validation | Promise<Validation>;
  readonly delete?: (old: T, context: RequestContext) => Validation | Promise<Validation>;
}

/** What is known of a request beside its objects. */
export interface RequestContext extends WebhookContext {
  readonly request: AdmissionRequest;
}

/**
 * A webhook that fills in what a user left out. `withDefaults` returns the object as it is to be; it never changes the one it got. On a delete
 * there is nothing to fill in, and it is not asked.
 */
export function createDefaulter<T extends KubernetesObject>(
  type: ResourceType<T>,
  withDefaults: (object: T, context: RequestContext) => T | Promise<T>,
): AdmissionWebhook {
  return async (request, { signal }) => {
    assertKind(type, request);
    if (request.object === undefined || request.operation === "DELETE") return {};
    const after = await withDefaults(typed<T>(request.object), { request, signal });
    const patch = jsonPatchBetween(json(request.object), json(after));
    return patch.length === 0 ? {} : { patch };
  };
}

/**
 * A webhook that refuses what cannot be, by what its functions return. One that throws has not judged, whatever it throws: a read that failed with
 * an error of the API is no refusal.
 */
export function createValidator<T extends KubernetesObject>(
  type: ResourceType<T>,
  options: ValidatorOptions<T>,
): AdmissionWebhook {
  return async (request, { signal }) => {
    assertKind(type, request);
    const validation = await validationOf(options, request, { request, signal });
    return typeof validation === "string" || isApiError(validation) ? { refusal: validation } : (validation ?? {});
  };
}

async function validationOf<T extends KubernetesObject>(
  options: ValidatorOptions<T>,
  { operation, object, oldObject }: AdmissionRequest,
  context: RequestContext,
): Promise<Validation> {
  if (operation === "CREATE" && object) return await options.create?.(typed<T>(object), context);
  if (operation === "UPDATE" && object && oldObject) {
    return await options.update?.(typed<T>(object), typed<T>(oldObject), context);
  }
  if (operation === "DELETE" && oldObject) return await options.delete?.(typed<T>(oldObject), context);
  return undefined;
}

/** A webhook that is registered for another kind would judge what it does not know. */
function assertKind(type: ResourceType, { kind }: AdmissionRequest): void {
  if (kind.group === type.group && kind.kind === type.kind) return;
  throw new TypeError(
    `Cannot review ${kind.kind} of group "${kind.group}": this webhook is for ${type.kind} of group "${type.group}": correct the rules of its configuration`,
  );
}

/** The server has checked it against the schema of the kind before it asks. */
function typed<T>(object: KubernetesObject): T {
  return object as unknown as T;
}

/** An object of Kubernetes is JSON. */
function json(object: KubernetesObject): JsonValue {
  return object as unknown as JsonValue;
}
