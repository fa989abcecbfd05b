/**
 * Reads never go back in time. The cache has a write only when the watch brings it, a moment after the answer; a reconcile that
 * reads in between would see the state before its own write, and do things twice.
 *
 * So each write of the client is noted here with the version that it led to. A read of that object, or a list of its kind, first waits
 * until the cache has that version. The note is dropped then.
 *
 *     write Pod a ──answer: version 43──► note a ≥ 43
 *     read Pod a  ──cache at 41─────────► waits … watch brings 43 ──► cache, note gone
 *
 * Notes belong to a collection: what one watch brings. If the cache holds all namespaces, a kind is one collection; if it holds some of
 * them, each is a collection of its own; a namespace outside the cache has none, so nothing is noted there. A collection with too
 * many notes exchanges them for one checkpoint: the version that the API server's collection has at the next read.
 */
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Informer, VersionWanted } from "@kubewright/informer";

/**
 * How long a read waits for the cache. A watch brings a write within milliseconds; one that takes this long is stuck, and the
 * read goes to the server instead.
 */
export const ownWriteTimeoutMs = 5_000;

/** Notes of one collection. One more, and all that the cache has not reached become its checkpoint. */
export const notesMax = 1_000;

export interface OwnWrites {
  /** Notes that a write led to `wanted`. */
  note(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void;
  /** Notes that the object under this key has been deleted. Nothing is noted if neither the cache nor a note knows its uid. */
  noteDeleted(type: ResourceType, key: ObjectKey): void;
  /** Notes that any objects of a kind may have changed: of this namespace, or of all. */
  noteAll(type: ResourceType, namespace?: string): void;
  /** Whether the cache has what was written of `key`, after a bounded wait. */
  reached(informer: Informer<KubernetesObject>, key: ObjectKey, options: WaitOptions): Promise<boolean>;
  /** The same for everything that was written of the informer's kind, in one namespace or in all. */
  allReached(
    informer: Informer<KubernetesObject>,
    options: WaitOptions & { readonly namespace?: string },
  ): Promise<boolean>;
  /** Notes held, for tests of the bound. */
  readonly size: number;
}

export interface OwnWritesOptions {
  /** The namespaces that the cache holds. Absent: all. */
  readonly namespaces?: readonly string[];
  /** The informer that caches a kind, if there is one yet. */
  readonly informerOf: (type: ResourceType) => Informer | undefined;
  /** The version that a collection has at the API server: no older than any write that was answered before the call. */
  readonly currentVersion: (
    type: ResourceType,
    options: WaitOptions & { readonly namespace?: string },
  ) => Promise<string>;
  /** Called once for each write that the cache has not reached in time. A checkpoint has a key without a name. */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Note {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
  /** A read has waited for it in vain. No other read does: reads go to the server until the cache gets there. */
  isLate: boolean;
}

/** Stands for all writes before it. The version is unknown until the first read, which requests it. */
interface Checkpoint {
  version: string | undefined;
  isLate: boolean;
}

/** What one watch brings of a kind: all namespaces, or one of several. */
interface Collection {
  readonly namespace: string | undefined;
  /** In the order of the writes. */
  readonly notes: Map<string, Note>;
  checkpoint: Checkpoint | undefined;
}

export function createOwnWrites(options: OwnWritesOptions): OwnWrites {
  const { namespaces, informerOf, currentVersion, onLate = () => {} } = options;
  /** By kind, then by namespace; "" is all namespaces, and what has none. */
  const kinds = new Map<string, Map<string, Collection>>();

  return {
    note,
    noteDeleted(type, key) {
      const noted = collectionOf(type, key.namespace)?.notes.get(formatKey(key))?.wanted;
      const known = noted?.uid === undefined ? informerOf(type)?.entry(key) : noted;
      if (known?.uid === undefined) return;
      note(type, key, { uid: known.uid, resourceVersion: known.resourceVersion, deleted: true });
    },
    noteAll(type, namespace) {
      const affected = namespace === undefined ? scopesOf(type) : [namespace];
      for (const scope of affected) {
        const collection = collectionOf(type, scope);
        if (collection) setCheckpoint(collection);
      }
    },

    async reached(informer, key, wait) {
      const collection = collectionOf(informer.type, key.namespace);
      if (!collection) return true;
      return await hasAll(informer, collection, [collection.notes.get(formatKey(key))], wait);
    },

    async allReached(informer, { namespace, ...wait }) {
      const scopes = namespace === undefined ? scopesOf(informer.type) : [namespace];
      const outcomes = await Promise.all(
        scopes.map(async (scope) => {
          const collection = collectionOf(informer.type, scope);
          const notes = [...(collection?.notes.values() ?? [])];
          const inNamespace = notes.filter(({ key }) => namespace === undefined || key.namespace === namespace);
          return collection === undefined || (await hasAll(informer, collection, inNamespace, wait));
        }),
      );
      return outcomes.every(Boolean);
    },

    get size() {
      return [...kinds.values()].flatMap((kind) => [...kind.values()]).reduce((sum, { notes }) => sum + notes.size, 0);
    },
  };

  function note(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void {
    const collection = collectionOf(type, key.namespace);
    if (!collection) return;
    const informer = informerOf(type);
    const id = formatKey(key);
    const held = collection.notes.get(id);
    if (held && isNewer(held.wanted, wanted)) return; // Two answers have overtaken each other.
    collection.notes.delete(id); // So that the notes stay in the order of the writes.
    if (informer?.hasVersion(key, wanted)) return;
    collection.notes.set(id, { key, wanted, isLate: false });
    if (collection.notes.size > notesMax) makeRoom(collection, informer);
  }

  /** Undefined if the cache does not hold this namespace. */
  function collectionOf(type: ResourceType, namespace: string | undefined): Collection | undefined {
    const isSplit = type.namespaced && namespaces !== undefined;
    if (isSplit && (namespace === undefined || !namespaces.includes(namespace))) return undefined;
    const scope = isSplit ? namespace : undefined;
    const name = `${type.plural}.${type.group}`;
    const kind = kinds.get(name) ?? new Map<string, Collection>();
    const collection = kind.get(scope ?? "") ?? { namespace: scope, notes: new Map(), checkpoint: undefined };
    kinds.set(name, kind.set(scope ?? "", collection));
    return collection;
  }

  function scopesOf(type: ResourceType): readonly (string | undefined)[] {
    return type.namespaced && namespaces ? [...new Set(namespaces)] : [undefined];
  }

  async function hasAll(
    informer: Informer,
    collection: Collection,
    notes: readonly (Note | undefined)[],
    wait: WaitOptions,
  ): Promise<boolean> {
    const outcomes = await Promise.all([
      hasCheckpoint(informer, collection, wait),
      ...notes.map(async (each) => each === undefined || (await hasNote(informer, collection, each, wait))),
    ]);
    return outcomes.every(Boolean);
  }

  async function hasNote(informer: Informer, { notes }: Collection, note: Note, wait: WaitOptions): Promise<boolean> {
    const isReached = await hasVersion(informer, note.key, note.wanted, note, wait);
    const id = formatKey(note.key);
    if (isReached && notes.get(id) === note) notes.delete(id); // A later write of the object has a note of its own by now.
    return isReached;
  }

  async function hasCheckpoint(informer: Informer, collection: Collection, wait: WaitOptions): Promise<boolean> {
    const { checkpoint, namespace } = collection;
    if (!checkpoint) return true;
    const within = namespace === undefined ? {} : { namespace };
    try {
      checkpoint.version ??= await currentVersion(informer.type, { ...within, ...wait });
    } catch (error) {
      if (wait.signal?.aborted) throw error;
      return false; // The read goes to the server, whose answer says what is wrong.
    }
    // No object has this key, so that the version of the collection decides.
    const key = { ...within, name: "" };
    const isReached = await hasVersion(informer, key, { resourceVersion: checkpoint.version }, checkpoint, wait);
    if (isReached && collection.checkpoint === checkpoint) collection.checkpoint = undefined;
    return isReached;
  }

  async function hasVersion(
    informer: Informer,
    key: ObjectKey,
    wanted: VersionWanted,
    lateness: { isLate: boolean },
    wait: WaitOptions,
  ): Promise<boolean> {
    if (informer.hasVersion(key, wanted)) return true;
    if (lateness.isLate) return false;
    if (await informer.waitForVersion(key, wanted, { ...wait, timeoutMs: ownWriteTimeoutMs })) return true;
    if (!lateness.isLate) onLate(informer.type, key);
    lateness.isLate = true;
    return false;
  }
}

/** Drops the notes that the cache has reached, and if half of them are left, all. */
function makeRoom(collection: Collection, informer: Informer | undefined): void {
  for (const [id, { key, wanted }] of collection.notes) {
    if (informer?.hasVersion(key, wanted)) collection.notes.delete(id);
  }
  if (collection.notes.size > notesMax / 2) setCheckpoint(collection);
}

/** A deletion has no version of its own, and a version of before does not cover later writes: the next read requests a new one. */
function setCheckpoint(collection: Collection): void {
  const isLate = collection.checkpoint?.isLate ?? [...collection.notes.values()].some((note) => note.isLate);
  collection.checkpoint = { version: undefined, isLate };
  collection.notes.clear();
}

/** Whether `a` is of a later write than `b`. A delete is noted with the version before it, so nothing of that object is newer. */
function isNewer(a: VersionWanted, b: VersionWanted): boolean {
  if (b.deleted || !isResourceVersion(a.resourceVersion) || !isResourceVersion(b.resourceVersion)) return false;
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) > 0;
}
