/** The sizes of growing inputs. */
import type { GrowingInput } from "./input.ts";

/** Three sizes, each of twice the one before, up to the largest body. */
export function sizesOf(
  { request, partsMax = Number.POSITIVE_INFINITY }: GrowingInput,
  bodyBytesMax: number,
): readonly number[] {
  const lengthOf = (parts: number): number => request(parts).body?.length ?? 0;
  const perPart = (lengthOf(1100) - lengthOf(100)) / 1000;
  const guess = perPart > 0 ? bodyBytesMax / perPart : 4000;
  // The numbers of later parts have more digits.
  const most = Math.min(
    perPart > 0 ? guess * Math.min(bodyBytesMax / lengthOf(Math.floor(guess)), 1) : guess,
    partsMax,
  );
  return [most / 4, most / 2, most].map(Math.floor);
}
