/** The entry API of kube-rs: one object, which may not exist, is changed in steps and written by `commit`. */
import type { KubernetesObject, ObjectBody, ObjectKey } from "@kubewright/apimachinery";
import type { CreateOrUpdateResult } from "./call-options.ts";

/** An object that exists ("occupied") or does not exist ("vacant"). */
export type Entry<T extends KubernetesObject> = OccupiedEntry<T> | VacantEntry<T>;

/** The object does not exist. */
export interface VacantEntry<T extends KubernetesObject> {
  readonly kind: "vacant";
  readonly key: ObjectKey;
  /** Does nothing: there is no object to modify. */
  andModify(change: (object: ObjectBody<T>) => ObjectBody<T>): VacantEntry<T>;
  /** Returns an entry with this object, which may leave out its kind and key. `commit` creates it. */
  orInsert(create: () => ObjectBody<T>): OccupiedEntry<T>;
}

/** The object exists, or has been inserted. Entries are immutable: each step returns another entry. */
export interface OccupiedEntry<T extends KubernetesObject> {
  readonly kind: "occupied";
  readonly key: ObjectKey;
  /** The object with all steps so far. */
  readonly object: ObjectBody<T>;
  /** Returns an entry with the object that `change` returns. */
  andModify(change: (object: ObjectBody<T>) => ObjectBody<T>): OccupiedEntry<T>;
  /** Does nothing: the object exists. */
  orInsert(create: () => ObjectBody<T>): OccupiedEntry<T>;
  /**
   * Creates the object, or sends the difference with the version that was read. Sends nothing if nothing differs.
   *
   * Resolves with the object; for further changes, read it again with `client.entry`. The status is written only for kinds without a status subresource.
   *
   * @throws {ApiError} `Conflict` or `NotFound` if another writer has changed or deleted the object, `AlreadyExists` if one has created it.
   */
  commit(): Promise<CreateOrUpdateResult<T>>;
  /**
   * Deletes the object that was read, in the version that was read. Sends nothing for an object that was only inserted.
   *
   * @throws {ApiError} `Conflict` if another writer has changed the object.
   */
  delete(): Promise<void>;
}
