/** Applies one child of an owner with server-side apply. `createOrUpdate` is the counterpart with updates. */
import { formatKey, isControlledBy, keyOf, setControllerReference } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ObjectMeta, ResourceType, Stored } from "@kubewright/apimachinery";
import { NotControlledError } from "../errors.ts";
import { applyObject, withAppliedHash } from "./apply-object.ts";
import type { AppliedObject, ApplyContext } from "./apply-object.ts";

export interface EnsureChildOptions {
  /** The controller of the child. */
  readonly owner: Stored<KubernetesObject>;
  /** The context of the reconcile. */
  readonly context: ApplyContext;
  /** Called before the child is created, but not before it is updated. An error prevents the creation. */
  readonly beforeCreate?: () => Promise<void>;
}

/**
 * Applies an object that `owner` controls, and returns it. The namespace of the owner, the owner reference and the annotation
 * `kubewright.dev/applied-hash` are added to the fields. Nothing is sent if nothing differs from the object in the cache, apart
 * from changes of the fields by the server; the operation is also "unchanged" for a child that is being deleted. Fields that an earlier version of the program has written with `create` or `update` under the same field manager
 * are first moved to the apply.
 *
 * ```ts
 * const { object } = await ensureChild(Deployment, deploymentFor(app), { owner: app, context });
 * ```
 *
 * @throws {NotControlledError} if the object exists and `owner` does not control it. The object is not changed.
 * @throws {ApiError} from the API server: a conflict if the cache does not contain the object yet and another field manager owns one of the fields.
 * @throws {TypeError} if the fields have no name.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export async function ensureChild<T extends KubernetesObject>(
  type: ResourceType<T>,
  fields: ApplyBody<T>,
  { owner, context, beforeCreate }: EnsureChildOptions,
): Promise<AppliedObject<T>> {
  const hashed = withAppliedHash(fields);
  const metadata = childMetadata(type, hashed.metadata, owner);
  const key = keyOf({ metadata });
  const current = await context.client.get(type, key, { signal: context.signal });
  if (current && !isControlledBy(current, owner)) throw new NotControlledError(current, owner);
  if (!current) await beforeCreate?.();
  return await applyObject(type, { ...hashed, metadata }, current, context);
}

function childMetadata(
  { kind, namespaced }: ResourceType,
  { namespace, ...given }: ObjectMeta = {},
  owner: Stored<KubernetesObject>,
): ObjectMeta & { readonly name: string } {
  const { name } = given;
  if (!name) {
    const parent = `${owner.kind} ${JSON.stringify(formatKey(keyOf(owner)))}`;
    throw new TypeError(
      `Cannot apply ${kind} of ${parent}: metadata.name is missing, must be the same in each reconcile`,
    );
  }
  const place = namespaced ? (namespace ?? owner.metadata.namespace) : undefined;
  const child: KubernetesObject = {
    kind,
    metadata: { ...given, ...(place === undefined ? {} : { namespace: place }) },
  };
  return { ...setControllerReference(child, owner).metadata, name };
}
