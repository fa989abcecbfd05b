/** The order of keys in a manifest: by character, with runs of digits compared as numbers, so that `y2` comes before `y10`. */

/** Negative when `a` comes first. */
export function compareKeys(a: string, b: string): number {
  const at = firstDifference(a, b);
  if (at === a.length || at === b.length) return a.length - b.length;
  const [x, y] = [String.fromCodePoint(a.codePointAt(at) ?? 0), String.fromCodePoint(b.codePointAt(at) ?? 0)];
  const [isLetterX, isLetterY] = [/\p{L}/u.test(x), /\p{L}/u.test(y)];
  if (isLetterX && isLetterY) return compareText(x, y);
  // Other characters come before letters.
  if (isLetterX || isLetterY) return isLetterY ? -1 : 1;
  return compareNumbers(a, b, at) || compareText(x, y);
}

/** Returns the index of the first character that differs, or the length of the shorter string. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.codePointAt(at) === b.codePointAt(at)) {
    at += (a.codePointAt(at) ?? 0) > 0xffff ? 2 : 1; // Characters beyond the first plane take two places.
  }
  return at;
}

/** Compares the runs of digits that begin at `at`; a zero in the middle of a number belongs to it. */
function compareNumbers(a: string, b: string, at: number): number {
  let start = at;
  while (start > 0 && /\d/.test(a.charAt(start - 1))) start--;
  const carries = (a[at] === "0" || b[at] === "0") && /[^0]/.test(a.slice(start, at));
  const run = (text: string): string => /^\d*/.exec(text.slice(at))?.[0] ?? "";
  const [x, y] = [run(a), run(b)];
  const size = (digits: string): bigint => BigInt(`${carries ? "1" : "0"}${digits}`);
  const [bigX, bigY] = [size(x), size(y)];
  if (bigX !== bigY) return bigX < bigY ? -1 : 1;
  return x.length - y.length;
}

function compareText(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}
