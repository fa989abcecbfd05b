/** The order of keys in a manifest: by letter, with numbers in a name by their size, so that `y2` comes before `y10`. */

/** Negative when `a` comes first. */
export function compareKeys(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [x = "", y = ""] = [left[at], right[at]];
    if (x === y) continue;
    const isLetterX = /\p{L}/u.test(x);
    const isLetterY = /\p{L}/u.test(y);
    if (isLetterX && isLetterY) return compareText(x, y);
    // What is no letter comes before what is one.
    if (isLetterX || isLetterY) return isLetterY ? -1 : 1;
    return compareNumbers(left, right, at) || compareText(x, y);
  }
  return left.length - right.length;
}

/** Compares the runs of digits that begin at `at`; a zero in the middle of a number belongs to it. */
function compareNumbers(left: readonly string[], right: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && /\d/.test(left[start - 1] ?? "")) start--;
  const carries = (left[at] === "0" || right[at] === "0") && left.slice(start, at).some((digit) => digit !== "0");
  const run = (characters: readonly string[]): string => /^\d*/.exec(characters.slice(at).join(""))?.[0] ?? "";
  const [x, y] = [run(left), run(right)];
  const size = (digits: string): bigint => BigInt(`${carries ? "1" : "0"}${digits}`);
  const [bigX, bigY] = [size(x), size(y)];
  if (bigX !== bigY) return bigX < bigY ? -1 : 1;
  return x.length - y.length;
}

function compareText(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}
