// The order in which Go sorts strings, such as the keys of `fieldsV1`.

/** The order of strings by their bytes in UTF-8. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const difference = utf8Rank(left.charCodeAt(at)) - utf8Rank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Sorts strings in this order, in place. */
export function sortTexts(texts: string[]): string[] {
  return texts.some((text) => surrogate.test(text)) ? texts.sort(compareTexts) : texts.sort(); // The order of UTF-16.
}

const surrogate = /[\ud800-\udfff]/;

// UTF-16 has its surrogates before the last characters of the basic plane, UTF-8 after them.
function utf8Rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
