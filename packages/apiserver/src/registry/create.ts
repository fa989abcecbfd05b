// A create, from the decoded object to the stored one. See the picture in `strategy.ts`.
import {
  alreadyExists,
  apiErrorFrom,
  cloneJson,
  field,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  parseApiVersion,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { FieldError, JsonValue } from "@kubewright/apimachinery";
import { restoreUnreadable } from "../managed-fields/keep-entries.ts";
import type { WriteOptions } from "../endpoints/write-options.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import { dropDuplicateOwners, dropSystemMetadata, fillSystemMetadata, matchNamespace } from "./metadata.ts";
import { errorsOfNew } from "./metadata-checks.ts";
import { recordOwners } from "./record-owners.ts";
import type { VersionedResource } from "./registry.ts";
import { hasStatusDoor } from "./registry.ts";
import type { RequestContext } from "./server-context.ts";
import { toWorkingForm } from "./served-form.ts";
import type { ServedResource } from "./strategy.ts";
import type { WriteResult } from "./written.ts";
import { putObject, unstored } from "./written.ts";

export interface CreateRequest {
  readonly form: VersionedResource;
  /** Decoded, in the version of the request; it belongs to this create. */
  readonly object: ApiObject;
  /** `""` for cluster-scoped resources. */
  readonly namespace: string;
  readonly options: WriteOptions;
  readonly context: RequestContext;
}

/** Creates an object. Rejects with the `ApiError` that a kube-apiserver would answer. */
export async function createObject(engine: Engine, request: CreateRequest): Promise<WriteResult> {
  const { form, namespace, context } = request;
  const draft = toWorkingForm(request.object, form);
  dropSystemMetadata(draft.metadata);
  matchNamespace(draft.metadata, namespace);
  dropDuplicateOwners(draft, false, context.warn);
  recordOwners(engine, request, draft, undefined);

  const attributes = admissionAttributes("CREATE", form, context, {
    namespace,
    name: draft.metadata.name ?? "",
    object: draft,
    options: request.options.asObject,
  });
  const entries = draft.metadata.managedFields;
  await mutate(engine.admission, attributes, context);
  restoreUnreadable(draft, entries, context.warn);
  dropDuplicateOwners(draft, true, context.warn);
  const { name, generateName } = draft.metadata;
  const isNameless = name === undefined && generateName !== undefined;
  return (isNameless ? storeUnderFreeName : storeNewObject)(engine, request, draft, attributes);
}

/** Eight names of a prefix that are all taken mean that it has hardly any left. */
const generatedNamesMax = 8;

/** Each attempt begins with the object as it came, so it has an identity of its own and is validated and reviewed again. */
async function storeUnderFreeName(
  engine: Engine,
  request: CreateRequest,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult> {
  for (let attempt = 1; ; attempt++) {
    // Working objects are JSON.
    const object = cloneJson(draft as unknown as JsonValue) as unknown as ApiObject;
    try {
      return await storeNewObject(engine, request, object, { ...attributes, object });
    } catch (error) {
      if (!isAlreadyExists(error) || attempt === generatedNamesMax) throw error;
    }
  }
}

/** The part of a create that follows mutating admission: shared with an update that creates. */
export async function storeNewObject(
  engine: Engine,
  request: Pick<CreateRequest, "form" | "namespace" | "context">,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult> {
  const { form, namespace, context } = request;
  const { resource } = form;
  const { strategy } = resource;
  // Admission may have moved it.
  matchNamespace(draft.metadata, namespace);
  fillSystemMetadata(draft.metadata, engine);

  // A Service may be created by a write of its status, and is given nothing then.
  const reserving = context.subresource === "" ? strategy.reserve?.(draft, undefined, context) : undefined;
  const reservation = reserving instanceof Promise ? await reserving : reserving;
  let stored = false;
  try {
    prepare(draft, form, context);
    validateNew(draft, form, context);
    await validate(engine.admission, { ...attributes, name: draft.metadata.name ?? "" }, context);
    if ((draft.metadata.resourceVersion ?? "0") !== "0") {
      throw unclassifiedError("resourceVersion should not be set on objects to be created");
    }
    const key = entryKey(namespace, draft.metadata.name ?? "");
    assertFree(engine, form, key, draft);
    if (context.dryRun) return unstored(draft, form, true);
    const entry = putObject(engine, resource, key, undefined, draft, undefined);
    if (entry === undefined) throw alreadyExists(groupResourceOf(form), draft.metadata.name ?? "");
    stored = true;
    return { type: "stored", entry, created: true };
  } finally {
    const ended = stored ? reservation?.commit() : reservation?.release();
    if (ended !== undefined) await ended;
  }
}

/** The kind that validation errors name: the stored one, of which another kind may be a view. */
export function storedKindOf({ storage }: ServedResource): { group: string; kind: string } {
  return { group: parseApiVersion(storage.apiVersion).group, kind: storage.kind };
}

/** A custom resource may be sent as another kind, which its own rules then say nothing else of. */
export function kindErrors({ kind }: ReadonlyObject, { custom, kind: own }: ServedResource): readonly FieldError[] {
  return !custom || kind === own ? [] : [field.invalid("kind", kind, `must be ${own}`)];
}

/** The kind that errors of an object name: the stored one, of which another kind may be a view; or what a custom resource says it is. */
export function kindInErrors({ kind }: ReadonlyObject, resource: ServedResource): { group: string; kind: string } {
  return resource.custom ? { group: resource.group, kind } : storedKindOf(resource);
}

/** Group and plural, as errors name a resource. */
export function groupResourceOf({ resource }: VersionedResource): { group: string; resource: string } {
  return { group: resource.group, resource: resource.plural };
}

function prepare(draft: ApiObject, form: VersionedResource, context: RequestContext): void {
  const { strategy } = form.resource;
  if (hasStatusDoor(form) && strategy.keepsStatusOnCreate !== true) delete draft["status"];
  if (strategy.tracksGeneration) draft.metadata.generation = 1;
  strategy.prepareForCreate?.(draft, context);
}

function validateNew(draft: ApiObject, { resource }: VersionedResource, context: RequestContext): void {
  const { strategy } = resource;
  const wrongKind = kindErrors(draft, resource);
  if (wrongKind.length > 0) throw invalid(kindInErrors(draft, resource), draft.metadata.name ?? "", wrongKind);
  const errors = errorsOfNew(draft, resource, strategy.validate?.(draft, context) ?? []);
  if (errors.length > 0) throw invalid(storedKindOf(resource), draft.metadata.name ?? "", errors);
  for (const warning of strategy.warningsOnCreate?.(draft, context) ?? []) context.warn(warning);
}

/** 409 when there is an object of this name, with a word about it when it is on its way out. */
function assertFree(engine: Engine, form: VersionedResource, key: string, draft: ApiObject): void {
  const existing = tableOf(engine, form.resource).get(key);
  if (existing === undefined) return;
  const { name = "", generateName } = draft.metadata;
  const resource = groupResourceOf(form);
  const { status } =
    generateName === undefined ? alreadyExists(resource, name) : generateNameConflict(resource, name, 1);
  throw apiErrorFrom(existing.deleting ? { ...status, message: `object is being deleted: ${status.message}` } : status);
}
