/** Checks of lists and maps with a limited number of items. A list with more items has this error alone: kube-apiserver does not check its items. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, repeatedIndexes } from "@kubewright/apimachinery";

type CheckItem<T> = (item: T, path: FieldPath) => readonly FieldError[];

export function checkItems<T>(
  items: readonly T[] | null | undefined,
  max: number,
  checkItem: CheckItem<T>,
  path: FieldPath,
): readonly FieldError[] {
  const list = items ?? [];
  if (list.length > max) return [field.tooMany(path, list.length, max)];
  return list.flatMap((item, index) => checkItem(item, path.index(index)));
}

/** Checks a list whose items have unique keys. A duplicate is reported with `shownOf` its item, by default the key. */
export function checkSet<T>(
  items: readonly T[] | null | undefined,
  max: number,
  checkItem: CheckItem<T>,
  keyOf: (item: T) => string,
  path: FieldPath,
  shownOf: (item: T) => unknown = keyOf,
): readonly FieldError[] {
  const list = items ?? [];
  const errors = checkItems(list, max, checkItem, path);
  if (list.length > max) return errors;
  const repeated = repeatedIndexes(list.map(keyOf));
  return [
    ...errors,
    ...list.flatMap((item, index) => (repeated.has(index) ? [field.duplicate(path.index(index), shownOf(item))] : [])),
  ];
}

export interface MapChecks<T> {
  readonly max: number;
  /** Paths show at most this number of bytes of a key. */
  readonly keyBytesMax: number;
  readonly checkKey: (key: string, path: FieldPath) => readonly FieldError[];
  readonly checkValue?: CheckItem<T>;
}

export function checkMap<T>(
  map: { readonly [key: string]: T } | undefined,
  { max, keyBytesMax, checkKey, checkValue }: MapChecks<T>,
  path: FieldPath,
): readonly FieldError[] {
  const entries = Object.entries(map ?? {});
  if (entries.length > max) return [field.tooMany(path, entries.length, max)];
  return entries.flatMap(([key, value]) => [
    ...checkKey(key, path),
    ...(checkValue?.(value, path.key(shortened(key, keyBytesMax))) ?? []),
  ]);
}

const ellipsis = "...";

/** A key without its middle. */
function shortened(key: string, bytesMax: number): string {
  const bytes = Buffer.from(key);
  if (bytes.length <= bytesMax) return key;
  const rest = bytesMax - ellipsis.length;
  const end = bytes.subarray(bytes.length - Math.trunc(rest / 2));
  return `${bytes.subarray(0, Math.trunc((rest + 1) / 2)).toString()}${ellipsis}${end.toString()}`;
}
