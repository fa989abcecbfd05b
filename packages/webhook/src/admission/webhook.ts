/**
 * Creates admission webhooks of a kind from functions of the object: defaulting and validation. The functions can be tested without a server.
 */
import { isApiError } from "@kubewright/apimachinery";
import type { ApiError, JsonPatch, JsonValue, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { WebhookContext } from "../review/webhook-context.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { jsonPatchBetween } from "./json-patch-between.ts";

/** Handles a request. An error becomes a 500 response, to which the API server applies the failure policy of the webhook. */
export type AdmissionWebhook = (request: AdmissionRequest, context: WebhookContext) => Promise<AdmissionResponse>;

/** The response to an AdmissionRequest, which is allowed unless `denied` is set. */
export interface AdmissionResponse {
  /**
   * The reason of a denial, which follows `admission webhook "NAME" denied the request:` in the message to the user. A string is 403 Forbidden. An
   * `ApiError` has its own code, reason and details, such as 422 of `invalid(…)` with field errors.
   */
  readonly denied?: string | ApiError;
  /** Sent to the user, whether the request is allowed or denied. The server truncates warnings of more than 256 characters. */
  readonly warnings?: readonly string[];
  /** The changes of the object. */
  readonly patch?: JsonPatch;
}

/** The result of a validator: undefined for a valid object, the reason of a denial, or a response with warnings. */
export type Validation = AdmissionResponse["denied"] | Omit<AdmissionResponse, "patch">;

/** Operations without a function are allowed. */
export interface ValidatorOptions<T extends KubernetesObject> {
  readonly create?: (object: T, context: RequestContext) => Validation | Promise<Validation>;
  readonly update?: (object: T, old: T, context: RequestContext) => Validation | Promise<Validation>;
  readonly delete?: (old: T, context: RequestContext) => Validation | Promise<Validation>;
}

/** The context of a request. */
export interface RequestContext extends WebhookContext {
  readonly request: AdmissionRequest;
}

export interface DefaulterOptions<T extends KubernetesObject> {
  /** Converts the received object to the type of the program, for example with a parser that drops unknown fields. Default: no conversion. */
  readonly decode?: (object: KubernetesObject) => T;
  /** Also removes the fields from the object that `decode` has dropped. Default false: they are kept. */
  readonly removeUnknownOrOmitableFields?: boolean;
}

/**
 * Creates a defaulting webhook. `withDefaults` returns the object with defaults and must not change its argument. It is not called on a
 * delete.
 */
export function createDefaulter<T extends KubernetesObject>(
  type: ResourceType<T>,
  withDefaults: (object: T, context: RequestContext) => T | Promise<T>,
  { decode = typed<T>, removeUnknownOrOmitableFields = false }: DefaulterOptions<T> = {},
): AdmissionWebhook {
  return async (request, context) => {
    assertKind(type, request);
    const { object, operation } = request;
    if (object === undefined || operation === "DELETE") return {};
    const decoded = decode(object);
    const after = await withDefaults(decoded, { ...context, request });
    const changes = jsonPatchBetween(json(object), json(after));
    const patch = removeUnknownOrOmitableFields
      ? changes
      : withoutRemovals(changes, jsonPatchBetween(json(object), json(decoded)));
    return patch.length === 0 ? {} : { patch };
  };
}

/** The changes without the removals caused by decoding. */
function withoutRemovals(changes: JsonPatch, decoding: JsonPatch): JsonPatch {
  const dropped = new Set(decoding.filter(({ op }) => op === "remove").map(({ path }) => path));
  return changes.filter(({ op, path }) => op !== "remove" || !dropped.has(path));
}

/**
 * Creates a validating webhook, which rejects objects by the results of its functions. An error that they throw is a failure of the webhook, not a
 * denial, even if it is an `ApiError`, such as that of a failed read.
 */
export function createValidator<T extends KubernetesObject>(
  type: ResourceType<T>,
  options: ValidatorOptions<T>,
): AdmissionWebhook {
  return async (request, context) => {
    assertKind(type, request);
    const validation = await validationOf(options, request, { ...context, request });
    return typeof validation === "string" || isApiError(validation) ? { denied: validation } : (validation ?? {});
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

/** A webhook that is registered for another kind would validate the wrong type. */
function assertKind(type: ResourceType, { kind }: AdmissionRequest): void {
  if (kind.group === type.group && kind.kind === type.kind) return;
  throw new TypeError(
    `Cannot review ${kind.kind} of group "${kind.group}": this webhook is for ${type.kind} of group "${type.group}": correct the rules of its configuration`,
  );
}

/** The API server has validated the object against the schema of the kind. */
function typed<T>(object: KubernetesObject): T {
  return object as unknown as T;
}

/** API objects are JSON. */
function json(object: KubernetesObject): JsonValue {
  return object as unknown as JsonValue;
}
