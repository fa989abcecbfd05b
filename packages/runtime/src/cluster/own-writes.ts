/**
 * Reads never go back in time. A cache learns of a write only when the watch brings it, a moment after the answer; a reconcile
 * that reads in between would see the world as it was before its own write, and do things twice.
 *
 * So each write that goes through the client is noted here with the version it led to, and a read of that object, or a list of its
 * kind, first waits until the cache has come that far. The note is dropped then.
 */
import { formatKey } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Informer, VersionWanted } from "@kubewright/informer";

/**
 * How long a read waits for the cache. A watch brings a write within milliseconds; one that takes this long is stuck, and the
 * read goes to the server instead.
 */
export const ownWriteTimeoutMs = 5_000;

/** Notes above this number are swept: those the cache has reached go. It bounds what is kept of objects that nobody reads. */
const sweepAbove = 1_000;

export interface OwnWrites {
  /** Notes that a write led to `wanted`. */
  note(type: ResourceType, key: ObjectKey, wanted: VersionWanted): void;
  /** Whether the informer's cache has what we wrote of `key`, after waiting for it a bounded time. */
  reached(informer: Informer<KubernetesObject>, key: ObjectKey, options: WaitOptions): Promise<boolean>;
  /** The same for everything we wrote of the informer's kind, in one namespace or in all. */
  allReached(
    informer: Informer<KubernetesObject>,
    options: WaitOptions & { readonly namespace?: string },
  ): Promise<boolean>;
}

interface WaitOptions {
  readonly signal?: AbortSignal;
}

interface Note {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
}

/** @param informerOf the informer that caches a kind, if there is one: writes of other kinds need no note. */
export function createOwnWrites(informerOf: (type: ResourceType) => Informer | undefined): OwnWrites {
  const notes = new Map<string, Map<string, Note>>();

  return {
    note(type, key, wanted) {
      const informer = informerOf(type);
      if (!informer || informer.hasVersion(key, wanted)) return;
      const ofType = notes.get(nameOf(type)) ?? new Map<string, Note>();
      notes.set(nameOf(type), ofType);
      ofType.set(formatKey(key), { key, wanted });
      if (ofType.size > sweepAbove) sweep(informer, ofType);
    },

    async reached(informer, key, options) {
      const ofType = notes.get(nameOf(informer.type));
      const note = ofType?.get(formatKey(key));
      return !ofType || !note || (await waitFor(informer, ofType, note, options));
    },

    async allReached(informer, { namespace, ...options }) {
      const ofType = notes.get(nameOf(informer.type));
      if (!ofType) return true;
      const wanted = [...ofType.values()].filter(({ key }) => namespace === undefined || key.namespace === namespace);
      const outcomes = await Promise.all(wanted.map((note) => waitFor(informer, ofType, note, options)));
      return outcomes.every(Boolean);
    },
  };

  async function waitFor(
    informer: Informer,
    ofType: Map<string, Note>,
    note: Note,
    options: WaitOptions,
  ): Promise<boolean> {
    const reached = await informer.waitForVersion(note.key, note.wanted, { ...options, timeoutMs: ownWriteTimeoutMs });
    // A later write of the same object has a note of its own by now, which stays.
    if (reached && ofType.get(formatKey(note.key)) === note) ofType.delete(formatKey(note.key));
    return reached;
  }
}

function sweep(informer: Informer, ofType: Map<string, Note>): void {
  for (const [name, { key, wanted }] of ofType) {
    if (informer.hasVersion(key, wanted)) ofType.delete(name);
  }
}

function nameOf({ group, plural }: ResourceType): string {
  return `${plural}.${group}`;
}
