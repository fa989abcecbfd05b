/**
 * Remembers how the server has changed applied fields: it normalizes values and extends lists, so that the object always differs from the fields. While
 * that part of the object is unchanged, nothing needs to be applied.
 */
import { createHash } from "node:crypto";

/** The number of objects that are remembered. An older object is applied once more, which changes nothing. */
const objectsMax = 10_000;

export class AppliedObjects {
  /** By the uid of the object, the least recently applied first. */
  readonly #parts = new Map<string, string>();

  /** Remembers the part of the object that the response to an apply contains. */
  remember(uid: string, part: unknown): void {
    this.#parts.delete(uid);
    this.#parts.set(uid, hashOf(part));
    const [oldest] = this.#parts.keys();
    if (this.#parts.size > objectsMax && oldest !== undefined) this.#parts.delete(oldest);
  }

  /** Whether the part of the object is the one that was remembered. */
  isUnchanged(uid: string, part: unknown): boolean {
    const remembered = this.#parts.get(uid);
    return remembered !== undefined && remembered === hashOf(part);
  }
}

/** A hash of a value. It does not depend on the order of fields, and the value may contain integers beyond 2^53. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(value, comparable) ?? ""; // Undefined if the value is.
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A replacer of `JSON.stringify` that sorts fields. */
function comparable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
