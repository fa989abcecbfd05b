/**
 * Reads never go back in time. A cache learns of a write only when the watch brings it, a moment after the answer; a reconcile
 * that reads in between would see the world as it was before its own write, and do things twice.
 *
 * So each write that goes through the client is noted here with the version it led to, and a read of that object, or a list of its
 * kind, first waits until the cache has come that far. The note is dropped then.
 *
 *     write Pod a ──answer: version 43──► note a ≥ 43
 *     read Pod a  ──cache at 41─────────► waits … watch brings 43 ──► cache, note gone
 */
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Informer, VersionWanted } from "@kubewright/informer";

/**
 * How long a read waits for the cache. A watch brings a write within milliseconds; one that takes this long is stuck, and the
 * read goes to the server instead.
 */
export const ownWriteTimeoutMs = 5_000;

/**
 * Notes kept of one kind. Above it those that the cache has reached go, and if they are still too many, the oldest become one
 * note that all reads of the kind wait for: the version of the newest of them.
 */
export const notesMax = 1_000;

export interface OwnWrites {
  /** Notes that a write led to `wanted`. */
  note(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void;
  /** Notes that whatever was known under this key has been deleted. Of an object nobody here has heard of nothing is noted. */
  noteDeleted(type: ResourceType, key: ObjectKey): void;
  /** Whether the informer's cache has what we wrote of `key`, after waiting for it a bounded time. */
  reached(informer: Informer<KubernetesObject>, key: ObjectKey, options: WaitOptions): Promise<boolean>;
  /** The same for everything we wrote of the informer's kind, in one namespace or in all. */
  allReached(
    informer: Informer<KubernetesObject>,
    options: WaitOptions & { readonly namespace?: string },
  ): Promise<boolean>;
  /** Notes held, for tests of the bound. */
  readonly size: number;
}

export interface OwnWritesOptions {
  /** The informer that caches a kind, if there is one yet. */
  readonly informerOf: (type: ResourceType) => Informer | undefined;
  /** Told once of each write that the cache has not reached in time. */
  readonly onLate?: (type: ResourceType, key: ObjectKey) => void;
}

interface WaitOptions {
  readonly signal?: AbortSignal;
}

interface Note {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
  /** It has been waited for in vain, and is not a second time: reads go to the server until the cache gets there. */
  isLate: boolean;
}

interface KindNotes {
  readonly byKey: Map<string, Note>;
  /** What notes that had to go were about: everything of the kind up to this version. */
  floor: Note | undefined;
}

export function createOwnWrites({ informerOf, onLate = () => {} }: OwnWritesOptions): OwnWrites {
  const kinds = new Map<string, KindNotes>();

  return {
    note,
    noteDeleted(type, key) {
      const noted = kinds.get(nameOf(type))?.byKey.get(formatKey(key))?.wanted;
      const known = noted?.uid === undefined ? informerOf(type)?.entry(key) : noted;
      if (known?.uid === undefined) return;
      note(type, key, { uid: known.uid, resourceVersion: known.resourceVersion, deleted: true });
    },

    async reached(informer, key, options) {
      const kind = kinds.get(nameOf(informer.type));
      if (!kind) return true;
      return await allOf(informer, kind, [kind.floor, kind.byKey.get(formatKey(key))], options);
    },

    async allReached(informer, { namespace, ...options }) {
      const kind = kinds.get(nameOf(informer.type));
      if (!kind) return true;
      const wanted = [...kind.byKey.values()].filter(
        ({ key }) => namespace === undefined || key.namespace === namespace,
      );
      return await allOf(informer, kind, [kind.floor, ...wanted], options);
    },

    get size() {
      return [...kinds.values()].reduce((sum, { byKey }) => sum + byKey.size, 0);
    },
  };

  function note(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void {
    const informer = informerOf(type);
    const kind = kinds.get(nameOf(type)) ?? { byKey: new Map<string, Note>(), floor: undefined };
    const id = formatKey(key);
    const held = kind.byKey.get(id);
    if (held && isNewer(held.wanted, wanted)) return; // Two answers have overtaken each other.
    kind.byKey.delete(id); // So that the notes stay in the order of their writes.
    if (informer?.hasVersion(key, wanted)) return;
    kind.byKey.set(id, { key, wanted, isLate: false });
    kinds.set(nameOf(type), kind);
    if (kind.byKey.size > notesMax) makeRoom(kind, informer);
  }

  async function allOf(
    informer: Informer,
    kind: KindNotes,
    notes: readonly (Note | undefined)[],
    options: WaitOptions,
  ): Promise<boolean> {
    const outcomes = await Promise.all(
      notes.map(async (each) => each === undefined || (await waitFor(informer, kind, each, options))),
    );
    return outcomes.every(Boolean);
  }

  async function waitFor(informer: Informer, kind: KindNotes, each: Note, options: WaitOptions): Promise<boolean> {
    const { key, wanted } = each;
    const timeoutMs = each.isLate ? 0 : ownWriteTimeoutMs;
    const reached =
      informer.hasVersion(key, wanted) ||
      (timeoutMs > 0 && (await informer.waitForVersion(key, wanted, { ...options, timeoutMs })));
    if (reached) drop(kind, each);
    else if (!each.isLate) {
      each.isLate = true;
      onLate(informer.type, key);
    }
    return reached;
  }
}

/** A later write of the same object has a note of its own by now, which stays. */
function drop(kind: KindNotes, note: Note): void {
  if (kind.floor === note) kind.floor = undefined;
  const id = formatKey(note.key);
  if (kind.byKey.get(id) === note) kind.byKey.delete(id);
}

/**
 * Goes down to half, so that the next thousand writes do not each look at all notes. A delete has no version of its own: one that
 * becomes part of the floor is waited for only as far as the object had come before it.
 */
function makeRoom(kind: KindNotes, informer: Informer | undefined): void {
  for (const [id, { key, wanted }] of kind.byKey) {
    if (informer?.hasVersion(key, wanted)) kind.byKey.delete(id);
  }
  for (const [id, { wanted }] of kind.byKey) {
    if (kind.byKey.size <= notesMax / 2) return;
    kind.byKey.delete(id);
    const { resourceVersion } = wanted;
    if (kind.floor && !isNewer({ resourceVersion }, kind.floor.wanted)) continue;
    kind.floor = { key: { name: "" }, wanted: { resourceVersion }, isLate: false }; // No object has this key: the collection decides.
  }
}

/** Whether `a` is of a later write than `b`. A delete is noted with the version before it, so nothing of that object is newer. */
function isNewer(a: VersionWanted, b: VersionWanted): boolean {
  if (b.deleted || !isResourceVersion(a.resourceVersion) || !isResourceVersion(b.resourceVersion)) return false;
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) > 0;
}

function nameOf({ group, plural }: ResourceType): string {
  return `${plural}.${group}`;
}
