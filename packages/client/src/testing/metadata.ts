/** Sets the metadata that belongs to the server, and validates the metadata that clients send. */
import {
  badRequest,
  conflict,
  field,
  formatKey,
  formatTime,
  generateName,
  invalid,
  isJsonObject,
  keyOf,
  kindOfType,
  modifiedMessage,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  resourceOfType,
  unclassifiedError,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from "@kubewright/apimachinery";
import type { FieldError, ObjectMeta, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { MemoryObject } from "./memory-store.ts";
import type { RequestInfo } from "./request-info.ts";
import { hasGeneration, isCustom } from "./served-types.ts";

/**
 * The metadata of an object to be created.
 *
 * @throws {ApiError} 400 for another namespace than that of the request, 422 for invalid metadata, 500 for a resourceVersion.
 */
export function newMetadata(
  type: ResourceType,
  sent: ObjectMeta,
  { namespace }: Pick<RequestInfo, "namespace">,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): ObjectMeta {
  const { generateName: prefix = "" } = sent;
  const name = (sent.name ?? "") === "" && prefix !== "" ? generateName(prefix, (max) => random.int(max)) : sent.name;
  const metadata: ObjectMeta = {
    ...withoutFields(sent, ["deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink"]),
    ...(name === undefined ? {} : { name }),
    ...inNamespace(sent, namespace),
    uid: random.uuid(),
    creationTimestamp: formatTime(clock.wallTime()),
    ...(hasGeneration(type) ? { generation: 1 } : {}),
  };
  const rules = { namespaced: type.namespaced, nameRule: nameRuleOf(type) };
  throwInvalid(type, name ?? "", validateObjectMeta(metadata, rules));
  if ((sent.resourceVersion ?? "") !== "") {
    throw unclassifiedError("resourceVersion should not be set on objects to be created");
  }
  return metadata;
}

/**
 * The metadata after an update. Fields that the server has set are kept.
 *
 * @throws {ApiError} 400 for another name or namespace than that of the request, 409 for another uid or version, 422 for invalid metadata.
 */
export function updatedMetadata(
  type: ResourceType,
  sent: ObjectMeta,
  live: MemoryObject,
  { method, namespace, name = "" }: RequestInfo,
): ObjectMeta {
  if ((sent.name ?? "") === "") {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (sent.name !== name) {
    throw badRequest(`the name of the object (${sent.name}) does not match the name on the URL (${name})`);
  }
  const placed = inNamespace(sent, namespace);
  const { uid, resourceVersion, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation } =
    live.metadata;
  const sentUid = (sent.uid ?? "") === "" ? uid : sent.uid;
  if (method === "PUT" && sentUid !== uid) throw otherUid(type, sentUid ?? "", live);
  checkVersion(type, sent.resourceVersion ?? "", live);
  const metadata = {
    ...withoutFields(sent, ["managedFields", "selfLink"]),
    ...placed,
    uid: sentUid,
    resourceVersion,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    generation,
  };
  const present = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const errors = validateObjectMetaUpdate(present, live.metadata);
  throwInvalid(type, name, [...errors, ...errors]); // A kube-apiserver validates the metadata twice.
  return present;
}

/** @throws {ApiError} 400 for metadata with fields of the wrong type. */
export function assertMetadata(value: unknown): asserts value is ObjectMeta {
  if (!isJsonObject(value)) throw badRequest("metadata must be an object");
  const isText = (found: unknown): boolean => typeof found === "string";
  const expectations: Readonly<Record<string, readonly [expected: string, holds: (found: unknown) => boolean]>> = {
    name: ["a string", isText],
    generateName: ["a string", isText],
    namespace: ["a string", isText],
    uid: ["a string", isText],
    resourceVersion: ["a string", isText],
    labels: ["an object of strings", (found) => isJsonObject(found) && Object.values(found).every(isText)],
    annotations: ["an object of strings", (found) => isJsonObject(found) && Object.values(found).every(isText)],
    finalizers: ["a list of strings", (found) => Array.isArray(found) && found.every(isText)],
    ownerReferences: ["a list of objects", (found) => Array.isArray(found) && found.every(isJsonObject)],
  };
  for (const [name, [expected, holds]] of Object.entries(expectations)) {
    const found = value[name] ?? undefined;
    if (found !== undefined && !holds(found)) {
      throw badRequest(`metadata.${name} is ${JSON.stringify(found)}, must be ${expected}`);
    }
  }
}

function withoutFields(metadata: ObjectMeta, fields: readonly (keyof ObjectMeta)[]): ObjectMeta {
  const removed: readonly string[] = fields;
  return Object.fromEntries(Object.entries(metadata).filter(([field]) => !removed.includes(field)));
}

function inNamespace(sent: ObjectMeta, namespace: string | undefined): ObjectMeta {
  if (namespace === undefined) return {};
  if ((sent.namespace ?? "") !== "" && sent.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  return { namespace };
}

/** Optimistic locking. Updates of custom resources must send a version. */
function checkVersion(type: ResourceType, sent: string, live: MemoryObject): void {
  const { name, resourceVersion } = live.metadata;
  if (sent === "" && isCustom(type)) {
    const error = field.invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw invalid({ group: type.group, kind: type.plural }, name, [error]);
  }
  if (sent !== "" && sent !== resourceVersion) throw conflict(resourceOfType(type), name, modifiedMessage);
}

function otherUid(type: ResourceType, sent: string, live: MemoryObject): Error {
  const { group, plural } = type;
  const key = `/registry/${isCustom(type) ? `${group}/${plural}` : plural}/${formatKey(keyOf(live))}`;
  const problem = `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${live.metadata.uid}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  return conflict(resourceOfType(type), live.metadata.name, why);
}

function throwInvalid(type: ResourceType, name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(kindOfType(type), name, errors);
}

function nameRuleOf({ group }: ResourceType): typeof nameIsDnsSubdomain {
  return group === "rbac.authorization.k8s.io" ? nameIsPathSegment : nameIsDnsSubdomain;
}
