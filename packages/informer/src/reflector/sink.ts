// Where a reflector puts what it receives: lists as a whole, and changes one by one. The informer implements it over its store.
import type { ResourceVersion } from "@kubewright/apimachinery";
import type { RawObject } from "@kubewright/client";

/** Stores the objects that a reflector receives. */
export interface ReflectorSink {
  /** Begins a list. The list becomes visible with its commit. */
  beginList(): ListReception;
  /** Stores a change. Returns its version, at which a new watch can start. */
  receive(type: "ADDED" | "MODIFIED" | "DELETED", object: RawObject): ResourceVersion | undefined;
  /** Records that the collection has reached a version without a change. */
  progressed(at: ResourceVersion): void;
}

export interface ListReception {
  add(object: RawObject): void;
  /** Removes an object that was added, or does nothing. */
  remove(object: RawObject): void;
  /** Makes the list the state of the collection and delivers the differences to handlers. */
  commit(at: ResourceVersion): Promise<void>;
  /** Discards the list. */
  drop(): void;
}
