/**
 * Encodes long values in steps: one call of JSON.stringify for 100,000 values takes over 50 ms. A value with at most 4,096 values in it costs one count of them
 * and one call.
 */
import { encodeJson } from "./codec.ts";
import { afterPause, eachInSteps, itemsPerStep, whenDone } from "./steps.ts";
import type { Work } from "./steps.ts";

/** An item has up to `itemsPerStep` values in it. */
const longItemsPerStep = 16;

type Fields = Readonly<Record<string, unknown>>;

/** Like `encodeJson`, in steps. */
export function encodeJsonInSteps(value: unknown): Work<string> {
  return new Encoder().encode(value);
}

class Encoder {
  /** The keys of objects with more than `itemsPerStep`. The list of 100,000 keys takes 10 to 25 ms, so it is made once. */
  readonly #longKeys = new Map<Fields, readonly string[]>();

  encode(value: unknown): Work<string> {
    if (this.#count(value, itemsPerStep) <= itemsPerStep) return encodeJson(value);
    const texts: string[] = [];
    if (Array.isArray(value)) {
      const encoding = eachInSteps<unknown>(
        value,
        (item) => whenDone(this.encode(item ?? null), (text) => void texts.push(text)),
        longItemsPerStep,
      );
      return afterPause(encoding, () => `[${texts.join(",")}]`);
    }
    const fields = value as Fields; // Only an object or a list has more than one value in it.
    const encoding = eachInSteps(
      this.#keysOf(fields),
      (key) => {
        const field = fields[key];
        if (field === undefined) return;
        return whenDone(this.encode(field), (text) => void texts.push(`${encodeJson(key)}:${text}`));
      },
      longItemsPerStep,
    );
    return afterPause(encoding, () => `{${texts.join(",")}}`);
  }

  /** The number of values in a value, with itself. The count ends above `max`. */
  #count(value: unknown, max: number): number {
    if (typeof value !== "object" || value === null) return 1;
    const keys = Array.isArray(value) ? undefined : this.#keysOf(value as Fields);
    const { length } = keys ?? (value as readonly unknown[]);
    if (length > max) return length;
    let count = 1;
    for (let index = 0; index < length && count <= max; index++) {
      count += this.#count((value as Fields)[keys?.[index] ?? index], max - count);
    }
    return count;
  }

  #keysOf(fields: Fields): readonly string[] {
    const known = this.#longKeys.get(fields);
    if (known !== undefined) return known;
    const keys = Object.keys(fields);
    if (keys.length > itemsPerStep) this.#longKeys.set(fields, keys);
    return keys;
  }
}
