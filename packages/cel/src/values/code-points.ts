// Strings by code points, which CEL counts and JavaScript does not. Most strings have no surrogates, and then both agree.

/** The number of code points. */
export function codePointCount(text: string): number {
  // The engine searches much faster than a loop.
  const first = text.search(/[\ud800-\udbff]/);
  if (first === -1) return text.length;
  let count = first;
  for (let at = first; at < text.length; at += unitsAt(text, at)) count++;
  return count;
}

/** The index of the code unit at which a code point begins; `undefined` beyond the end. The index after the last code point exists. */
export function unitIndexOf(text: string, position: number): number | undefined {
  const first = text.search(/[\ud800-\udbff]/);
  if (first === -1 || position <= first) return position >= 0 && position <= text.length ? position : undefined;
  let at = first;
  for (let count = first; count < position; count++) {
    if (at >= text.length) return undefined;
    at += unitsAt(text, at);
  }
  return at;
}

/** The number of code points before a code unit. */
export function positionOf(text: string, unitIndex: number): number {
  return codePointCount(text.slice(0, unitIndex));
}

/** The number of code units of the code point that begins at an index. */
export function unitsAt(text: string, index: number): 1 | 2 {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
