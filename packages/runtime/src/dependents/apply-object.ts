/**
 * Server-side apply of an object that a controller owns. Nothing is sent if nothing differs from the object in the cache.
 *
 *     in the cache?  no ──► apply without force: another client may just have created an object of this name
 *                    yes ─► equal, same hash: nothing
 *                           no hash: move the fields of earlier updates to the apply ──► apply with force
 */
import { isInvalid, isTerminating, keyOf } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { upgradeManagedFieldsPatch } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { hashOf } from "../reconcile/applied-objects.ts";
import type { AppliedObjects } from "../reconcile/applied-objects.ts";
import { appliedPart, isSubset } from "./is-subset.ts";

/** Contains the hash of the applied fields. It changes if a field is no longer desired, which a comparison with the object cannot detect. */
export const appliedHashAnnotation = "kubewright.dev/applied-hash";

export interface ApplyContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** How the server has changed the fields of earlier applies. Default: fields that the server changes are applied again. */
  readonly applied?: AppliedObjects | undefined;
}

export interface AppliedObject<T extends KubernetesObject> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T>;
}

/** The fields with their hash. References to the owner are added afterwards, so that they are not part of the hash. */
export function withAppliedHash<T extends KubernetesObject>(fields: ApplyBody<T>): ApplyBody<T> {
  const annotations = fields.metadata?.annotations;
  const hash = hashOf(fields);
  return {
    ...fields,
    metadata: { ...fields.metadata, annotations: { ...annotations, [appliedHashAnnotation]: hash } },
  };
}

/**
 * Applies fields with the hash of `withAppliedHash`. `current` is the object in the cache; the caller has checked its owner. An object that is being deleted is
 * not changed.
 */
export async function applyObject<T extends KubernetesObject>(
  type: ResourceType<T>,
  fields: ApplyBody<T>,
  current: Stored<T> | undefined,
  { client, signal, applied }: ApplyContext,
): Promise<AppliedObject<T>> {
  const stored = storedForm(fields);
  const remembered = (object: Stored<T>): Stored<T> => {
    applied?.remember(object.metadata.uid, appliedPart(stored, object));
    return object;
  };
  if (!current) return { operation: "created", object: remembered(await client.apply(type, fields, { signal })) };
  if (isTerminating(current) || isSubset(stored, current)) return { operation: "unchanged", object: current };
  if (isHashEqual(fields, current) && applied?.isUnchanged(current.metadata.uid, appliedPart(stored, current))) {
    return { operation: "unchanged", object: current };
  }

  const wasApplied = current.metadata.annotations?.[appliedHashAnnotation] !== undefined;
  if (!wasApplied) await takeOverFields(type, current, "own", { client, signal });
  const apply = (): Promise<Stored<T>> => client.apply(type, fields, { force: true, signal });
  try {
    return { operation: "updated", object: remembered(await apply()) };
  } catch (error) {
    // Items of another client can conflict with the applied items, such as a second port with the same name.
    if (!isInvalid(error) || !(await takeOverFields(type, current, "all", { client, signal }))) throw error;
    return { operation: "updated", object: remembered(await apply()) };
  }
}

interface SecretFields {
  readonly stringData?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** The fields as the server stores them: `stringData` of a Secret is part of its `data`. */
function storedForm(fields: object): object {
  const { stringData, ...rest } = fields as SecretFields; // Other kinds have no such field.
  if (stringData === undefined) return fields;
  const data: Record<string, string> = { ...rest.data };
  for (const [name, value] of Object.entries(stringData)) data[name] = Buffer.from(value).toString("base64");
  return { ...rest, data };
}

function isHashEqual(fields: KubernetesObject, current: KubernetesObject): boolean {
  const [wanted, found] = [fields, current].map(({ metadata }) => metadata?.annotations?.[appliedHashAnnotation]);
  return wanted === found;
}

/** Moves the fields that this field manager, or any manager, has written with updates to the entry of the apply. Returns whether there were any. */
async function takeOverFields<T extends KubernetesObject>(
  type: ResourceType<T>,
  { metadata }: Stored<T>,
  from: "own" | "all",
  { client, signal }: ApplyContext,
): Promise<boolean> {
  const { fieldManager } = client;
  const object = await client.get(type, keyOf({ metadata }), { consistency: "latest", signal });
  if (!object || object.metadata.uid !== metadata.uid || fieldManager === undefined) return false;
  const updateManagers = (object.metadata.managedFields ?? []).flatMap(({ manager }) => manager ?? []);
  const patch = upgradeManagedFieldsPatch(object, { fieldManager, ...(from === "all" ? { updateManagers } : {}) });
  if (patch) await client.patch(object, patch, { signal });
  return patch !== undefined;
}
