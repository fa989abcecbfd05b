// Owner references. The garbage collector deletes objects whose owners are all gone. The
// owner that is marked as controller manages the object.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/

import { isDeepEqual } from "../json/deep-equal.ts";
import { parseApiVersion } from "./group-version.ts";
import type { KubernetesObject, OwnerReference } from "./kubernetes-object.ts";

// Marks our errors across two copies of this package.
const alreadyOwnedErrorBrand = Symbol.for("@kubewright/apimachinery/AlreadyOwnedError");

// The owners are shared by all copies of this package.
const ownerNamespacesKey = Symbol.for("@kubewright/apimachinery/ownerNamespaces");
const ownerNamespacesMax = 5000;

/** The fields of an owner reference that do not identify the owner. */
export interface OwnerReferenceOptions {
  /** Marks the owner as the controller of the object. Default: true. */
  readonly controller?: boolean;
  /** A foreground deletion of the owner waits for the object. Default: true. */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * A reference to an owner. A client rejects a write of an object with this reference if the owner is in another namespace, because the garbage collector
 * deletes such objects. `setControllerReference` checks this at once.
 *
 * @throws {TypeError} if the owner lacks `apiVersion`, `kind`, name or uid: it is not from a server, or from a
 * list whose items have no kind.
 */
export function ownerReferenceTo(owner: KubernetesObject, options: OwnerReferenceOptions = {}): OwnerReference {
  const { controller = true, blockOwnerDeletion = true } = options;
  const { apiVersion, kind, metadata: { namespace, name, uid } = {} } = owner;
  if (!apiVersion || !kind || !name || !uid) {
    throw new TypeError(
      `Cannot refer to owner "${kind ?? ""}/${name ?? ""}": apiVersion is "${apiVersion ?? ""}" and uid is "${uid ?? ""}", ` +
        "expected a stored object that says what it is",
    );
  }
  const reference = { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
  rememberOwner(reference, namespace || undefined);
  return reference;
}

function rememberOwner(reference: OwnerReference, namespace: string | undefined): void {
  const namespaces = ownerNamespaces();
  const key = ownerKey(reference);
  const known = namespaces.has(key) ? namespaces.get(key) : namespace;
  namespaces.delete(key);
  namespaces.set(key, known === namespace ? known : undefined);
  const [oldest] = namespaces.keys();
  if (namespaces.size > ownerNamespacesMax && oldest !== undefined) namespaces.delete(oldest);
}

/**
 * The namespaces of the owners to which `ownerReferenceTo` has referred, by uid and name. They never change, so copies of a reference are checked, too.
 * The oldest are forgotten. Undefined: a cluster-scoped owner, or made-up owners that have a uid in common.
 */
function ownerNamespaces(): Map<string, string | undefined> {
  const shared = globalThis as { [ownerNamespacesKey]?: Map<string, string | undefined> };
  return (shared[ownerNamespacesKey] ??= new Map());
}

function ownerKey({ uid, kind, name }: OwnerReference): string {
  return `${uid} ${kind} ${name}`;
}

/**
 * Why an object in `namespace`, which is undefined for a cluster-scoped object, cannot have this owner; undefined if it can. An owner is in the same
 * namespace or cluster-scoped. The namespace of an owner is known once `ownerReferenceTo` has made a reference to it.
 */
export function ownerProblem(reference: OwnerReference, namespace: string | undefined): string | undefined {
  return problemOf(reference, ownerNamespaces().get(ownerKey(reference)), namespace);
}

function problemOf(
  reference: OwnerReference,
  found: string | undefined,
  namespace: string | undefined,
): string | undefined {
  if (found === undefined || found === namespace) return undefined;
  const owner = `the owner ${reference.kind} "${found}/${reference.name}"`;
  return namespace === undefined
    ? `${owner} has a namespace, must be cluster-scoped`
    : `${owner} is in another namespace, must be in the same one or cluster-scoped`;
}

/** Returns the reference to the controller of an object, or `undefined`. */
export function controllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata?.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` is the controller of an object. Compared by uid: a recreated owner of the same name is another owner. */
export function isControlledBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const uid = controllerOf(object)?.uid;
  return uid !== undefined && uid === owner.metadata?.uid;
}

/** Whether `owner` is an owner of an object, as controller or not. Compared by uid. */
export function isOwnedBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const uid = owner.metadata?.uid;
  return uid !== undefined && (object.metadata?.ownerReferences?.some((reference) => reference.uid === uid) ?? false);
}

/** Another object is already the controller of the object. An object has at most one controller. */
export class AlreadyOwnedError extends Error {
  override readonly name = "AlreadyOwnedError";
  /** The reference to the current controller. */
  readonly owner: OwnerReference;

  constructor(object: KubernetesObject, owner: OwnerReference) {
    const { kind, name, uid } = owner;
    super(
      `Cannot set the controller of ${shown(object)}: ${kind} "${name}" with uid "${uid}" is its controller already`,
    );
    Object.defineProperty(this, alreadyOwnedErrorBrand, { value: true });
    this.owner = owner;
  }
}

/** Whether `error` is an `AlreadyOwnedError`, of this or another copy of this package. */
export function isAlreadyOwnedError(error: unknown): error is AlreadyOwnedError {
  return error instanceof Error && alreadyOwnedErrorBrand in error;
}

/**
 * Returns the object with `owner` as its controller, and the same object if it is that already. A reference to an earlier object of the same kind and
 * name is replaced.
 *
 * @throws {AlreadyOwnedError} if another object is the controller.
 * @throws {TypeError} if the owner is not a stored object, or is in another namespace: such references delete the object.
 */
export function setControllerReference<T extends KubernetesObject>(
  object: T,
  owner: KubernetesObject,
  options: Pick<OwnerReferenceOptions, "blockOwnerDeletion"> = {},
): T {
  const reference = ownerReferenceTo(owner, { ...options, controller: true });
  const present = controllerOf(object);
  if (present !== undefined && !refersToSame(present, reference)) throw new AlreadyOwnedError(object, present);
  return withReference(object, reference, owner);
}

/**
 * Returns the object with `owner` among its owners, not as its controller. `blockOwnerDeletion` is false by default. A reference to an earlier
 * object of the same kind and name is replaced; a controller stays the controller, and its `blockOwnerDeletion` is the default.
 *
 * @throws {TypeError} as `setControllerReference` does.
 */
export function setOwnerReference<T extends KubernetesObject>(
  object: T,
  owner: KubernetesObject,
  options: Pick<OwnerReferenceOptions, "blockOwnerDeletion"> = {},
): T {
  const reference = ownerReferenceTo(owner);
  const controller = controllerOf(object);
  const isController = controller !== undefined && refersToSame(controller, reference);
  const blockOwnerDeletion = options.blockOwnerDeletion ?? (isController && controller.blockOwnerDeletion === true);
  return withReference(object, ownerReferenceTo(owner, { controller: isController, blockOwnerDeletion }), owner);
}

/**
 * Returns the object without references to `owner`, and the same object if it has no such reference. A reference refers to `owner` if its group,
 * kind and name are those of `owner`; the uid is not compared.
 */
export function removeOwnerReference<T extends KubernetesObject>(object: T, owner: KubernetesObject): T {
  const reference = ownerReferenceTo(owner);
  const references = object.metadata?.ownerReferences ?? [];
  const kept = references.filter((each) => !refersToSame(each, reference));
  return kept.length === references.length ? object : withReferences(object, kept);
}

/**
 * Whether the object has a reference to the kind and name of `owner`, as controller-runtime's `HasOwnerReference` decides. `isOwnedBy` compares the
 * uid instead.
 */
export function hasOwnerReference(object: KubernetesObject, owner: KubernetesObject): boolean {
  const reference = ownerReferenceTo(owner);
  return (object.metadata?.ownerReferences ?? []).some((each) => refersToSame(each, reference));
}

function withReference<T extends KubernetesObject>(object: T, reference: OwnerReference, owner: KubernetesObject): T {
  const problem = problemOf(reference, owner.metadata?.namespace || undefined, object.metadata?.namespace ?? "");
  if (problem !== undefined) throw new TypeError(`Cannot set an owner of ${shown(object)}: ${problem}`);
  const references = object.metadata?.ownerReferences ?? [];
  const at = references.findIndex((each) => refersToSame(each, reference));
  if (isDeepEqual(references[at], reference)) return object;
  return withReferences(object, at < 0 ? [...references, reference] : references.with(at, reference));
}

function withReferences<T extends KubernetesObject>(object: T, ownerReferences: readonly OwnerReference[]): T {
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

/** Versions and uids differ between references to one name, for example after an upgrade or a restore. */
function refersToSame(one: OwnerReference, other: OwnerReference): boolean {
  const [group, otherGroup] = [one, other].map(({ apiVersion }) => parseApiVersion(apiVersion).group);
  return group === otherGroup && one.kind === other.kind && one.name === other.name;
}

function shown({ kind = "object", metadata: { namespace, name = "" } = {} }: KubernetesObject): string {
  return `${kind} ${JSON.stringify(namespace === undefined ? name : `${namespace}/${name}`)}`;
}
