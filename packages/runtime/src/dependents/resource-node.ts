/**
 * The node of objects in the cluster. They are applied by name and have two references to their owner: the controller reference and a label with the
 * owner's uid. Either reference proves that an object belongs to the owner, and the next apply restores the other. An object with the same name and
 * neither reference is not changed.
 */
import {
  controllerOf,
  formatKey,
  isControlledBy,
  isTerminating,
  keyOf,
  setControllerReference,
} from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ObjectKey, ObjectMeta, Stored } from "@kubewright/apimachinery";
import { applyObject, withAppliedHash } from "./apply-object.ts";
import type { DependentContext, DependentResult, DependentResource } from "./dependent.ts";
import type { GraphNode } from "./node.ts";

/** Labels of applied objects. */
export const ownerUidLabel = "kubewright.dev/owner-uid";
export const dependentLabel = "kubewright.dev/dependent";

export class ResourceNode<O extends KubernetesObject, T extends KubernetesObject> implements GraphNode<O> {
  readonly declaration: DependentResource<O, T>;

  constructor(declaration: DependentResource<O, T>) {
    this.declaration = declaration;
  }

  get type(): DependentResource<O, T>["type"] {
    return this.declaration.type;
  }

  async reconcile(owner: Stored<O>, context: DependentContext): Promise<DependentResult> {
    const desired = (await this.declaration.desired(owner, context)) ?? [];
    // An ApplyBody is an object, so an array is the list of a bulk dependent.
    const list: readonly ApplyBody<T>[] = Array.isArray(desired) ? desired : [desired as ApplyBody<T>];
    const bodies = list.map((fields) => this.#withOwner(fields, owner));
    const names = this.#namesOf(bodies);
    const objects: Stored<T>[] = [];
    for (const body of bodies) objects.push(await this.#apply(body, owner, context));
    const surplus = (await this.#list(owner, context)).filter((object) => !names.has(formatKey(keyOf(object))));
    for (const object of surplus) await this.#delete(object, context);
    if (objects.some(isTerminating)) return { state: "notReady" };
    return { state: (await (this.declaration.readyPostcondition?.(objects, owner) ?? true)) ? "ready" : "notReady" };
  }

  async delete(owner: Stored<O>, context: DependentContext): Promise<DependentResult> {
    for (const object of await this.#list(owner, context)) await this.#delete(object, context);
    const remaining = await this.#list(owner, context);
    const isDeleted = await (this.declaration.deletePostcondition?.(remaining, owner) ?? remaining.length === 0);
    return { state: isDeleted ? "deleted" : "deleting" };
  }

  #namesOf(bodies: readonly ApplyBody<T>[]): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { metadata } of bodies) {
      const name = formatKey(this.#keyOf(metadata));
      if (names.has(name))
        throw new TypeError(`${this.#problem(name)}: desired() returned this name twice, must be unique`);
      names.add(name);
    }
    return names;
  }

  /** The fields with the namespace, both references to the owner, and the hash. */
  #withOwner(desired: ApplyBody<T>, owner: Stored<O>): ApplyBody<T> {
    const fields = withAppliedHash(desired);
    const { kind, namespaced } = this.declaration.type;
    const { labels, ...given } = fields.metadata ?? {};
    const namespace = namespaced ? (given.namespace ?? owner.metadata.namespace) : undefined;
    const links = { [ownerUidLabel]: owner.metadata.uid, [dependentLabel]: this.declaration.name };
    const linked: KubernetesObject & { readonly metadata?: ObjectMeta } = setControllerReference(
      {
        kind,
        metadata: { ...given, ...(namespace === undefined ? {} : { namespace }), labels: { ...labels, ...links } },
      },
      owner,
    );
    return { ...fields, metadata: { ...linked.metadata } };
  }

  async #apply(body: ApplyBody<T>, owner: Stored<O>, context: DependentContext): Promise<Stored<T>> {
    const { type } = this.declaration;
    const key = this.#keyOf(body.metadata);
    const { client, signal } = context;
    const current = await client.get(type, key, { signal });
    if (current) this.#assertOwned(current, owner);
    return (await applyObject(type, body, current, context)).object;
  }

  /** The object may belong to another owner or a user, and an apply would adopt it. */
  #assertOwned(object: Stored<T>, owner: Stored<O>): void {
    const controller = controllerOf(object);
    if (isControlledBy(object, owner)) return;
    if (!controller && object.metadata.labels?.[ownerUidLabel] === owner.metadata.uid) return;
    const found = controller
      ? `${controller.kind} "${controller.name}" controls it`
      : "it has no reference to the owner";
    throw new Error(
      `${this.#problem(formatKey(keyOf(object)))}: it exists and ${found}, must be controlled by ${owner.kind} "${owner.metadata.name}"`,
    );
  }

  async #list(owner: Stored<O>, { client, signal }: DependentContext): Promise<readonly Stored<T>[]> {
    const { namespace, uid } = owner.metadata;
    const labelSelector = `${ownerUidLabel}=${uid},${dependentLabel}=${this.declaration.name}`;
    const { type } = this.declaration;
    const scope = type.namespaced && namespace !== undefined ? { namespace } : {};
    const found = await Array.fromAsync(client.list(type, { ...scope, labelSelector, signal }));
    // A label can be copied: an object with another controller does not belong to the owner.
    return found.filter((object) => !controllerOf(object) || isControlledBy(object, owner));
  }

  async #delete(object: Stored<T>, { client, signal }: DependentContext): Promise<void> {
    if (!isTerminating(object)) await client.delete(object, { signal });
  }

  #keyOf({ namespace, name }: ObjectMeta = {}): ObjectKey {
    if (!name)
      throw new TypeError(`${this.#problem("")}: metadata.name is missing, must be the same in each reconcile`);
    return namespace === undefined ? { name } : { namespace, name };
  }

  #problem(name: string): string {
    const { type, name: dependent } = this.declaration;
    return `Cannot apply ${type.kind} ${JSON.stringify(name)} of dependent "${dependent}"`;
  }
}
